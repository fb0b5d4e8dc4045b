import { isRouteErrorResponse } from 'react-router';

export const DEFAULT_STATUS = 500;

/** Returns the status and message of a routing error; for any other error 500 without a message. */
export function describeError(error: unknown): { status: number; message: string | null } {
  if (!isRouteErrorResponse(error)) return { status: DEFAULT_STATUS, message: null };
  const data: unknown = error.data;
  const message =
    typeof data === 'object' && data !== null && 'message' in data ? data.message : data;
  return {
    status: error.status || DEFAULT_STATUS,
    message: typeof message === 'string' && message !== '' ? message : null,
  };
}
