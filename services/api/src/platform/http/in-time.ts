import { ApiError } from '@sangwian/node-kit/api-error';

/**
 * Returns the result of a handler if it arrives in time. The work continues after a timeout: a gift may have been sent,
 * and a retry with the same idempotency key returns the result. The framework's own timeout covers only the receipt of
 * the request body.
 *
 * @throws {ApiError} `request_timeout`
 */
export function inTime<Value>(answer: Promise<Value>, msMax: number): Promise<Value> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new ApiError('request_timeout')), msMax);
    answer.then(
      (value) => {
        clearTimeout(timer);
        done(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        failed(error);
      },
    );
  });
}
