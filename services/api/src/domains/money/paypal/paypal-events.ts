import { z } from 'zod';
import {
  ProviderInconclusiveError,
  ProviderRefusalError,
} from '../../../platform/http-client/call-provider.ts';
import type {
  Delivery,
  EventSource,
  PaymentIds,
  ProviderEvent,
  Signature,
} from '../payments/payments.module.ts';
import type { PayPalClient } from './paypal-client.ts';

/** The signature headers, by their parameter names in the verification request. */
const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

const PAGE_ITEMS = 100;
const PAGES_MAX = 200;
const PAGE_MS_MAX = 30_000;

const UPDATES =
  /^(CHECKOUT\.ORDER\.(APPROVED|VOIDED|COMPLETED)|PAYMENT\.CAPTURE\.|CUSTOMER\.DISPUTE\.)/;

const PayPalEvent = z.object({ id: z.string(), event_type: z.string() });

const ours = z.uuid().optional().catch(undefined);

/** The resources that events contain. */
const OrderResource = z.object({
  resource_type: z.literal('checkout-order'),
  resource: z.object({
    id: z.string(),
    purchase_units: z.array(z.object({ custom_id: ours })).default([]),
  }),
});
const RelatedIds = z.object({
  related_ids: z.object({ order_id: z.string().optional() }).optional(),
});
const CaptureResource = z.object({
  resource_type: z.literal('capture'),
  resource: z.object({ custom_id: ours, supplementary_data: RelatedIds.optional() }),
});
const RefundResource = z.object({
  resource_type: z.literal('refund'),
  resource: z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) }),
});
const DisputeResource = z.object({
  resource_type: z.literal('dispute'),
  resource: z.object({
    disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).min(1),
  }),
});
const Resource = z.union([OrderResource, CaptureResource, RefundResource, DisputeResource]);

/** Returns the capture id of a refund or dispute. */
function captureIdOf(event: z.infer<typeof RefundResource | typeof DisputeResource>): string {
  if (event.resource_type === 'dispute') {
    return event.resource.disputed_transactions[0]?.seller_transaction_id ?? '';
  }
  const up = event.resource.links.find(({ rel }) => rel === 'up')?.href ?? '';
  return up.slice(up.lastIndexOf('/') + 1);
}

/** Builds the verification request, with the event byte for byte. Returns `null` if a header is missing. */
function verificationOf(webhookId: string, { headers, body }: Delivery): string | null {
  const parts = Object.entries(SIGNATURE_HEADERS).map(([name, header]) => [
    name,
    headers[header] ?? '',
  ]);
  if (parts.some(([, value]) => value === '')) return null;
  const rest = JSON.stringify({ ...Object.fromEntries(parts), webhook_id: webhookId });
  return `${rest.slice(0, -1)},"webhook_event":${body.toString('utf8')}}`;
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Verifies a signature with PayPal's API. The result is `unknown` while PayPal does not respond. PayPal
 * repeats deliveries for three days, so old deliveries are accepted. Duplicates are recognised by their event
 * id.
 */
async function verify(
  client: PayPalClient,
  webhookId: string,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Signature> {
  const body = verificationOf(webhookId, delivery);
  if (body === null || !isJson(delivery.body)) return 'invalid';
  try {
    return (await client.verifyWebhook(body, signal)) ? 'valid' : 'invalid';
  } catch (error) {
    if (error instanceof ProviderRefusalError) return 'invalid';
    if (error instanceof ProviderInconclusiveError) return 'unknown';
    throw error;
  }
}

export function createPayPalEvents(client: PayPalClient, webhookId: string): EventSource {
  return {
    provider: 'paypal',
    headerNames: Object.values(SIGNATURE_HEADERS),
    verify: (delivery, signal) => verify(client, webhookId, delivery, signal),
    parse: (event): ProviderEvent | null => {
      const parsed = PayPalEvent.safeParse(event);
      if (!parsed.success) return null;
      const { id, event_type: kind } = parsed.data;
      return { eventId: id, kind, relevance: UPDATES.test(kind) ? 'update' : 'none' };
    },
    findPaymentIds: async (event, signal): Promise<PaymentIds | null> => {
      const parsed = Resource.safeParse(event);
      if (!parsed.success) return null;
      const { data } = parsed;
      if (data.resource_type === 'checkout-order') {
        const attemptId = data.resource.purchase_units[0]?.custom_id ?? null;
        return { attemptId, providerRef: data.resource.id };
      }
      const capture =
        data.resource_type === 'capture'
          ? data.resource
          : await client.findCapture(captureIdOf(data), signal);
      if (capture === null) return null;
      const providerRef = capture.supplementary_data?.related_ids?.order_id ?? null;
      return { attemptId: ours.parse(capture.custom_id) ?? null, providerRef };
    },
    listEvents: async function* ({ from, to }) {
      let query: string | null = new URLSearchParams({
        start_time: from.toISOString(),
        end_time: to.toISOString(),
        page_size: String(PAGE_ITEMS),
      }).toString();
      for (let page = 0; query !== null; page += 1) {
        if (page === PAGES_MAX) throw new Error('PayPal lists more events than one sweep reads');
        const signal = AbortSignal.timeout(PAGE_MS_MAX);
        const answer = await client.listEvents(query, signal);
        yield answer.events;
        query = answer.next;
      }
    },
  };
}
