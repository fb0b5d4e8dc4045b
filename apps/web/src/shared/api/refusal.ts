import { ApiError } from './api-error.ts';

/** The code and English sentence of a failed call, as `useErrorText` takes it. */
export interface Refusal {
  readonly status: string;
  readonly message: string;
}

/** Returns the server's refusal; without a response, that the system is unavailable. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof ApiError
    ? { status: error.status, message: error.message }
    : { status: 'unavailable', message: 'System error. Please try again.' };
