import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { OmiseSettings } from '../../../config/payment-settings.ts';
import type {
  Delivery,
  EventSource,
  PaymentIds,
  ProviderEvent,
  Signature,
} from '../payments/payments.module.ts';
import { type OmiseClient, PAGE_ITEMS } from './omise-client.ts';

const SIGNATURE = 'omise-signature';
const TIMESTAMP = 'omise-signature-timestamp';
/** Older signatures are refused as replays. */
const SIGNED_MS_MAX = 5 * 60_000;
const SIGNATURES_MAX = 5;
/** Maximum pages of a sweep. A sweep with more pages fails and is retried. */
const PAGES_MAX = 200;

const OmiseEvent = z.object({ object: z.literal('event'), id: z.string(), key: z.string() });

/** The object of an event: a charge, or a refund or dispute of a charge. */
const EventData = z.object({
  data: z.object({
    object: z.string(),
    id: z.string(),
    charge: z.string().optional().catch(undefined),
    metadata: z.object({ attempt_id: z.uuid().optional().catch(undefined) }).catch({}),
  }),
});

function relevanceOf(key: string): ProviderEvent['relevance'] {
  if (key === 'charge.create') return 'creation';
  return /^(charge|refund|dispute)\./.test(key) ? 'update' : 'none';
}

function isSame(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/**
 * Checks Omise's signature: hex HMAC-SHA256 over `timestamp.body`, at most five minutes old. During a
 * rotation of secrets a request has several signatures. One valid signature is enough.
 *
 * @see https://docs.omise.co/api-webhooks
 */
export function verifyOmiseSignature(
  secrets: readonly Buffer[],
  { headers, body, receivedAt }: Delivery,
): boolean {
  const timestamp = headers[TIMESTAMP] ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const ageMs = receivedAt.getTime() - Number(timestamp) * 1_000;
  if (Math.abs(ageMs) > SIGNED_MS_MAX) return false;
  const given = (headers[SIGNATURE] ?? '').split(',').slice(0, SIGNATURES_MAX);
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
    return given.some((signature) => isSame(signature.trim(), expected));
  });
}

function paymentIdsOf(event: unknown): PaymentIds | null {
  const parsed = EventData.safeParse(event);
  if (!parsed.success) return null;
  const { object, id, charge, metadata } = parsed.data.data;
  if (object === 'charge') return { attemptId: metadata.attempt_id ?? null, providerRef: id };
  return charge === undefined ? null : { attemptId: null, providerRef: charge };
}

export function createOmiseEvents(
  client: OmiseClient,
  { webhookSecrets }: Pick<OmiseSettings, 'webhookSecrets'>,
): EventSource {
  return {
    provider: 'omise',
    headerNames: [SIGNATURE, TIMESTAMP],
    verify: async (delivery): Promise<Signature> =>
      verifyOmiseSignature(webhookSecrets, delivery) ? 'valid' : 'invalid',
    parse: (event): ProviderEvent | null => {
      const parsed = OmiseEvent.safeParse(event);
      if (!parsed.success) return null;
      const { id, key } = parsed.data;
      return { eventId: id, kind: key, relevance: relevanceOf(key) };
    },
    findPaymentIds: async (event, signal) => {
      const ids = paymentIdsOf(event);
      if (ids === null || ids.attemptId !== null || ids.providerRef === null) return ids;
      const charge = await client.findCharge(ids.providerRef, signal);
      const attemptId = z.uuid().safeParse(charge?.metadata.attempt_id);
      return { ...ids, attemptId: attemptId.data ?? null };
    },
    listEvents: async function* (period) {
      let offset = 0;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const signal = AbortSignal.timeout(30_000);
        const { data, total } = await client.listEvents(period, offset, signal);
        yield data;
        offset += data.length;
        if (data.length < PAGE_ITEMS || offset >= total) return;
      }
      throw new Error('Omise lists more events than one sweep reads');
    },
  };
}
