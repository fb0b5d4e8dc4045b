import { ApiError } from './api-error.ts';

/** The code and English sentence of a failed call, as expected by `useErrorText`. */
export interface Refusal {
  readonly status: string;
  readonly message: string;
}

/** Returns the refusal of the server; without a response, the refusal for an unavailable system. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof ApiError
    ? { status: error.status, message: error.message }
    : { status: 'unavailable', message: 'System error. Please try again.' };
