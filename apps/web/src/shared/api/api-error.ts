/** What a refused call says, as the rest of the app sees it; the rejected value of `callApi`. */
export interface ApiErrorBody {
  /** A code of the contract, or `error_occurred` where the answer was not the API's. */
  readonly status: string;
  /** The English sentence of the catalogue. */
  readonly message: string;
  readonly request_id?: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

/** An error response. `status` is the body's code, `httpStatus` the number of the response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: string;
  readonly httpStatus: number;
  readonly body: ApiErrorBody;

  constructor(body: ApiErrorBody, httpStatus: number) {
    super(body.message);
    this.status = body.status;
    this.httpStatus = httpStatus;
    this.body = body;
  }
}

/** There was no response at all: no network, or nothing within the time-out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly timedOut: boolean;

  constructor(timedOut: boolean, cause: unknown) {
    super(timedOut ? 'The request timed out' : 'The request could not be sent', { cause });
    this.timedOut = timedOut;
  }
}

const isBody = (value: unknown): value is ApiErrorBody =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** Reads the body of an error response; whatever is not the API's own shape becomes `error_occurred`. */
export function toApiError(body: unknown, httpStatus: number): ApiError {
  return new ApiError(
    isBody(body) ? body : { status: 'error_occurred', message: 'An error occurred.' },
    httpStatus,
  );
}
