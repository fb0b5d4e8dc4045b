import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type {
  AttemptTrace,
  Delivery,
  EventSource,
  ProviderEvent,
  Signature,
} from '../payments/payments.module.ts';
import { type OmiseClient, PAGE_ITEMS } from './omise-client.ts';
import type { OmiseSettings } from './omise-settings.ts';

const SIGNATURE = 'omise-signature';
const TIMESTAMP = 'omise-signature-timestamp';
/** Older ones are copies that somebody kept. */
const SIGNED_MS_MAX = 5 * 60_000;
const SIGNATURES_MAX = 5;
/** More happened than is read at a time; the next time begins where this one did. */
const PAGES_MAX = 200;

const OmiseEvent = z.object({ object: z.literal('event'), id: z.string(), key: z.string() });

/** What an event is about: a charge, or what belongs to one. */
const EventData = z.object({
  data: z.object({
    object: z.string(),
    id: z.string(),
    charge: z.string().optional().catch(undefined),
    metadata: z.object({ attempt_id: z.uuid().optional().catch(undefined) }).catch({}),
  }),
});

function weightOf(key: string): ProviderEvent['weight'] {
  if (key === 'charge.create') return 'beginning';
  return /^(charge|refund|dispute)\./.test(key) ? 'news' : 'nothing';
}

function isSame(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/**
 * Whether Omise signed these bytes, not long ago: hex HMAC-SHA256 over `timestamp.body`. While a secret replaces
 * another there are several signatures, and one that we know is enough.
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

/** Which charge an event is about; the attempt is ours if the charge itself says so. */
function traceOf(event: unknown): AttemptTrace | null {
  const parsed = EventData.safeParse(event);
  if (!parsed.success) return null;
  const { object, id, charge, metadata } = parsed.data.data;
  if (object === 'charge') return { attemptId: metadata.attempt_id ?? null, providerRef: id };
  return charge === undefined ? null : { attemptId: null, providerRef: charge };
}

/** What Omise tells by itself, and what it is asked for. */
export function createOmiseEvents(
  client: OmiseClient,
  { webhookSecrets }: Pick<OmiseSettings, 'webhookSecrets'>,
): EventSource {
  return {
    provider: 'omise',
    headerNames: [SIGNATURE, TIMESTAMP],
    verify: async (delivery): Promise<Signature> =>
      verifyOmiseSignature(webhookSecrets, delivery) ? 'valid' : 'invalid',
    read: (event): ProviderEvent | null => {
      const parsed = OmiseEvent.safeParse(event);
      if (!parsed.success) return null;
      const { id, key } = parsed.data;
      return { eventId: id, kind: key, weight: weightOf(key) };
    },
    trace: async (event, signal) => {
      const trace = traceOf(event);
      if (trace === null || trace.attemptId !== null || trace.providerRef === null) return trace;
      const charge = await client.findCharge(trace.providerRef, signal);
      const attemptId = z.uuid().safeParse(charge?.metadata.attempt_id);
      return { ...trace, attemptId: attemptId.data ?? null };
    },
    listEvents: async function* (span) {
      let offset = 0;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const signal = AbortSignal.timeout(30_000);
        const { data, total } = await client.listEvents(span, offset, signal);
        yield data;
        offset += data.length;
        if (data.length < PAGE_ITEMS || offset >= total) return;
      }
      throw new Error('more happened at Omise than is read at a time');
    },
  };
}
