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
  /** Limits webhooks with invalid signatures. */
  readonly forgedLimit: Limit;
  readonly count: (provider: EventSource['provider'], outcome: 'forged' | 'duplicate') => void;
}

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly ip: string;
  readonly log: Logger;
}

/** Parses JSON. Returns `undefined` if it is invalid. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the signature headers, cut to a limited length. */
function signatureHeaders(
  { headers }: Received,
  { headerNames }: EventSource,
): Record<string, string> {
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
 * Stores a webhook and enqueues its handling. A forged webhook is stored but refused.
 *
 * @throws {ApiError} `webhook_signature_invalid`; `rate_limited` if one IP address sends too many forged webhooks
 */
export async function receiveWebhook(
  { store, clock, forgedLimit, count }: ReceiveDeps,
  source: EventSource,
  received: Received,
): Promise<void> {
  const { ip, log } = received;
  const key = addressKey(ip);
  // Checking a signature is expensive, so the limit is applied first.
  await forgedLimit.take(key);
  const delivery: Delivery = {
    headers: received.headers,
    body: Buffer.from(received.body),
    receivedAt: clock(),
  };
  const signature = await source.verify(delivery, AbortSignal.timeout(PAYMENT_LIMITS.verifyMsMax));
  const isForged = signature === 'invalid';
  const event = source.parse(parseJson(delivery.body));
  const isNew = await store.insert({
    provider: source.provider,
    receivedAt: delivery.receivedAt,
    address: ip,
    headers: signatureHeaders(received, source),
    body: isForged ? delivery.body.subarray(0, PAYMENT_LIMITS.forgedBytesMax) : delivery.body,
    signature,
    eventId: event?.eventId ?? null,
    kind: event?.kind ?? null,
  });
  if (isForged) {
    count(source.provider, 'forged');
    log.warn({ provider: source.provider, ip }, 'webhook signature invalid');
    throw new ApiError('webhook_signature_invalid');
  }
  await forgedLimit.giveBack(key);
  if (!isNew) count(source.provider, 'duplicate');
}
