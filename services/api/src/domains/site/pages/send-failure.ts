import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Outcome, SentFailure } from './render-messages.ts';

/** Serializes an error. An error that is copied between threads would lose its class. */
export function sendFailure(error: unknown): SentFailure {
  const failure = error instanceof Error ? error : new Error(String(error));
  const isRefusal = failure instanceof ApiError;
  return {
    code: isRefusal ? failure.code : null,
    message: failure.message,
    stack: failure.stack,
    retryAfterS: isRefusal ? failure.retryAfterS : undefined,
  };
}

const isCode = (code: string | null): code is ErrorCode =>
  code !== null && Object.hasOwn(ERROR_STATUS, code);

/** Deserializes an error. */
export function receiveFailure({ code, message, stack, retryAfterS }: SentFailure): Error {
  if (isCode(code)) {
    return new ApiError(code, retryAfterS === undefined ? {} : { retryAfterS });
  }
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Awaits a promise and serializes its result or error. */
export const outcomeOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (value): Outcome => ({ ok: true, value }),
    (error: unknown): Outcome => ({ ok: false, failure: sendFailure(error) }),
  );
