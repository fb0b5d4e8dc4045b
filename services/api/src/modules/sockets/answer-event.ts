import { randomUUID } from 'node:crypto';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { z } from 'zod';
import { toApiError } from '../../http/to-api-error.ts';

/** The issues of one event that its sender is told. */
const ISSUES_MAX = 5;

type Ack = (answer: unknown) => void;

/** The last argument of an event, where the sender wants an answer. Anybody can send anything, so it is looked at. */
export function ackOf(args: readonly unknown[]): Ack {
  const last = args.at(-1);
  return typeof last === 'function' ? (last as Ack) : () => {};
}

const failure = (error: ApiError) => ({ ok: false, error: error.toBody(randomUUID()) });

/** Refuses an event with the contract's error body. */
export const refuseEvent = (args: readonly unknown[], error: ApiError): void =>
  ackOf(args)(failure(error));

/**
 * Answers one event: its payload in the schema's shape, then the handler, then the acknowledgement. Never throws and
 * never rejects: whatever goes wrong is the sender's answer.
 */
export async function answerEvent<Schema extends z.ZodType>(
  schema: Schema,
  args: readonly unknown[],
  logger: Logger,
  handle: (payload: z.output<Schema>) => object | Promise<object>,
): Promise<void> {
  const ack = ackOf(args);
  try {
    const parsed = schema.safeParse(args[0]);
    if (!parsed.success) {
      throw new ApiError('request_invalid', {
        details: parsed.error.issues.slice(0, ISSUES_MAX).map((issue) => ({
          path: issue.path.join('.'),
          message: issue.message,
        })),
      });
    }
    ack({ ok: true, ...(await handle(parsed.data)) });
  } catch (error) {
    const refusal = toApiError(error);
    if (refusal.httpStatus >= 500) logger.error({ err: refusal.cause ?? refusal }, 'event failed');
    ack(failure(refusal));
  }
}
