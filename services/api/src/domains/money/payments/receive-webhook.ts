import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import { addressKey, type Limit } from '../../../platform/http/rate-limits.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Delivery, EventSource } from './event-source.ts';
import { PAYMENT_LIMITS } from './payment-limits.ts';
import type { PaymentsStore } from './payments.store.ts';

export interface ReceiveDeps {
  readonly store: PaymentsStore;
  readonly clock: Clock;
  /** Counts what is not signed. */
  readonly forgedLimit: Limit;
  /** Handles what is due, soon. */
  readonly handleSoon: () => void;
  /** Told of what needs no handling. */
  readonly count: (provider: EventSource['provider'], outcome: 'forged' | 'duplicate') => void;
}

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly ip: string;
  readonly log: Logger;
}

/** JSON, or `undefined`. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The headers that say who signed it, none of them long. */
function keptHeaders({ headers }: Received, { headerNames }: EventSource): Record<string, string> {
  return Object.fromEntries(
    headerNames.flatMap((name) => {
      const value = headers[name];
      return value === undefined
        ? []
        : [[name, value.slice(0, PAYMENT_LIMITS.headerCharsMax)] as const];
    }),
  );
}

/**
 * Takes what somebody says that a provider says: keeps it as it came, and has it handled soon. A forged one is kept,
 * too, and refused.
 *
 * @throws {ApiError} `webhook_signature_invalid`; `rate_limited` where one address sends too many of those
 */
export async function receiveWebhook(
  { store, clock, forgedLimit, handleSoon, count }: ReceiveDeps,
  source: EventSource,
  received: Received,
): Promise<void> {
  const { ip, log } = received;
  const key = addressKey(ip);
  // Judging costs something, too, so whoever forges is stopped before it.
  await forgedLimit.take(key);
  const delivery: Delivery = {
    headers: received.headers,
    body: Buffer.from(received.body),
    receivedAt: clock(),
  };
  const signature = await source.verify(delivery, AbortSignal.timeout(PAYMENT_LIMITS.verifyMsMax));
  const isForged = signature === 'invalid';
  const event = source.read(parseJson(delivery.body));
  const isNew = await store.insert({
    provider: source.provider,
    receivedAt: delivery.receivedAt,
    address: ip,
    headers: keptHeaders(received, source),
    body: isForged ? delivery.body.subarray(0, PAYMENT_LIMITS.forgedBytesMax) : delivery.body,
    signature,
    eventId: event?.eventId ?? null,
    kind: event?.kind ?? null,
  });
  if (isForged) {
    count(source.provider, 'forged');
    log.warn({ provider: source.provider, ip }, 'a webhook is not signed by its provider');
    throw new ApiError('webhook_signature_invalid');
  }
  await forgedLimit.giveBack(key);
  if (isNew) handleSoon();
  else count(source.provider, 'duplicate');
}
