/** The body of an error response. */
export interface ApiErrorBody {
  /** An error code of the contract. The response of a proxy in front of the API may have none. */
  readonly status?: string | number;
  /** The English sentence of the contract, or the text of a proxy. */
  readonly message: string;
  readonly request_id?: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

/** An error response. `status` is the error code of the body (empty without one), and `httpStatus` the HTTP status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: string;
  readonly httpStatus: number;
  readonly body: ApiErrorBody;
  /** The `Retry-After` header; `null` without one. */
  readonly retryAfterS: number | null;

  constructor(body: ApiErrorBody, httpStatus: number, retryAfterS: number | null = null) {
    super(body.message);
    this.status = String(body.status ?? '');
    this.httpStatus = httpStatus;
    this.body = body;
    this.retryAfterS = retryAfterS;
  }
}

/** Thrown without a response: there is no network, or the request timed out. */
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
  'message' in value &&
  typeof value.message === 'string' &&
  value.message !== '' &&
  (!('status' in value) || ['string', 'number'].includes(typeof value.status));

/** Parses the body of an error response. A body without a message becomes `error_occurred`. */
export function toApiError(
  body: unknown,
  httpStatus: number,
  retryAfterS: number | null = null,
): ApiError {
  return new ApiError(
    isBody(body) ? body : { status: 'error_occurred', message: 'An error occurred.' },
    httpStatus,
    retryAfterS,
  );
}
