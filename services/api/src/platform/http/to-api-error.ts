import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';

const UNAVAILABLE_RETRY_S = 5;

/** Error codes of the framework's own errors. */
const FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
  FST_ERR_CTP_INVALID_TYPE: 'media_type_unsupported',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_malformed',
  FST_ERR_BAD_URL: 'request_invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_HANDLER_TIMEOUT: 'request_timeout',
};

/** SQLSTATE codes and classes that are not caused by a bug in this code. */
const DATABASE: ReadonlyArray<readonly [RegExp, ErrorCode]> = [
  // Connection lost, refused or shut down; too many connections, disk full; read only after a failover; disk broken.
  [/^(08|57P0[1-5]|53|25006|58030)/, 'unavailable'],
  // Timeout of a statement, lock or transaction.
  [/^(57014|55P03|25P0[34])/, 'request_timeout'],
  // An invalid value that the schemas accepted.
  [/^(22021|22P05|22P02|22003|22008)/, 'request_invalid'],
];

const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
/** Messages of the driver's connection errors, which have no code. */
const DRIVER =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|driver has already been destroyed)/;

const textOf = (error: object, name: 'code' | 'message'): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

function codeOf(error: object): ErrorCode {
  const code = textOf(error, 'code');
  const known = FRAMEWORK[code];
  if (known !== undefined) return known;
  // Only errors of the driver have a severity.
  if ('severity' in error) {
    return DATABASE.find(([pattern]) => pattern.test(code))?.[1] ?? 'error_occurred';
  }
  if (NETWORK.test(code) || DRIVER.test(textOf(error, 'message'))) return 'unavailable';
  const status: unknown = Reflect.get(error, 'statusCode');
  return typeof status === 'number' && status >= 400 && status < 500
    ? 'request_invalid'
    : 'error_occurred';
}

/** Converts any thrown value to the error for the caller. The cause is for the log. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code =
    typeof error === 'object' && error !== null ? codeOf(error) : ('error_occurred' as const);
  return new ApiError(code, {
    cause: error,
    ...(code === 'unavailable' ? { retryAfterS: UNAVAILABLE_RETRY_S } : {}),
  });
}
