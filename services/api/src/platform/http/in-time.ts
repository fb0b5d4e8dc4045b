import { ApiError } from '@sangwian/node-kit/api-error';

/**
 * The answer, if it comes in time. What works on it goes on: a gift that was not answered may have been sent, and its
 * key tells which.
 *
 * The framework's own limit is not for this: it ends with the request's body, before the answer is begun.
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
