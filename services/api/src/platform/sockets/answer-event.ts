import { randomUUID } from 'node:crypto';
import { type ErrorCode, isErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { z } from 'zod';
import { toApiError } from '../http/to-api-error.ts';

/** Maximum number of validation issues in an error. */
const ISSUES_MAX = 5;
/** Maximum length of an issue. Issues quote field names from the sender, which may be up to 64 KiB long. */
const ISSUE_CHARS_MAX = 200;

type Ack = (answer: unknown) => void;

/** Returns the acknowledgement callback of an event, or a no-op, because a client can send any arguments. */
export function ackOf(args: readonly unknown[]): Ack {
  const last = args.at(-1);
  return typeof last === 'function' ? (last as Ack) : () => {};
}

const failure = (error: ApiError) => ({ ok: false, error: error.toBody(randomUUID()) });

/** Refuses an event with the contract's error body. */
export const refuseEvent = (args: readonly unknown[], error: ApiError): void =>
  ackOf(args)(failure(error));

/** Returns the error of an invalid payload. The message of a field's schema may be an error code of the catalogue. */
function refusalOf({ issues }: z.ZodError): ApiError {
  const named = issues.map((issue) => issue.message).find(isErrorCode);
  if (named !== undefined) return new ApiError(named);
  return new ApiError('request_invalid', {
    details: issues.slice(0, ISSUES_MAX).map((issue) => ({
      path: issue.path.join('.').slice(0, ISSUE_CHARS_MAX),
      message: issue.message.slice(0, ISSUE_CHARS_MAX),
    })),
  });
}

export interface AnswerOptions {
  readonly logger: Logger;
  /** Called for every refusal. */
  readonly onRefused: (code: ErrorCode) => void;
}

/**
 * Handles one event: parses the payload, runs the handler and sends the acknowledgement. Never throws or rejects,
 * because every error is sent in the acknowledgement.
 */
export async function answerEvent<Schema extends z.ZodType>(
  schema: Schema,
  args: readonly unknown[],
  { logger, onRefused }: AnswerOptions,
  handle: (payload: z.output<Schema>) => object | Promise<object>,
): Promise<void> {
  const ack = ackOf(args);
  try {
    const parsed = schema.safeParse(args[0]);
    if (!parsed.success) throw refusalOf(parsed.error);
    ack({ ok: true, ...(await handle(parsed.data)) });
  } catch (error) {
    const refusal = toApiError(error);
    if (refusal.httpStatus >= 500) logger.error({ err: refusal.cause ?? refusal }, 'event failed');
    ack(failure(refusal));
    onRefused(refusal.code);
  }
}
