import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Outcome, SentFailure } from './render-messages.ts';

/** A failure as plain data: threads copy an error's message and lose its class. */
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

/** The error that `sendFailure` described. */
export function receiveFailure({ code, message, stack, retryAfterS }: SentFailure): Error {
  if (isCode(code)) {
    return new ApiError(code, retryAfterS === undefined ? {} : { retryAfterS });
  }
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** What a promise comes to, as plain data. */
export const outcomeOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (value): Outcome => ({ ok: true, value }),
    (error: unknown): Outcome => ({ ok: false, failure: sendFailure(error) }),
  );
