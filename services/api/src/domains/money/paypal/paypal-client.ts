import { z } from 'zod';
import type { PayPalSettings } from '../../../config/payment-settings.ts';
import {
  callProvider,
  ProviderInconclusiveError,
  ProviderRefusalError,
} from '../../../platform/http-client/call-provider.ts';

/** Tokens are renewed this long before they expire. */
const TOKEN_SPARE_MS = 60_000;

const Amount = z.object({ currency_code: z.string(), value: z.string() });
const Link = z.object({ href: z.string(), rel: z.string() });

const Capture = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: Amount,
});
export type PayPalCapture = z.infer<typeof Capture>;

const Refund = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
  amount: Amount.optional(),
  custom_id: z.string().optional(),
});
export type PayPalRefund = z.infer<typeof Refund>;

/** The used fields of an order. Our orders have one purchase unit. */
const Order = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(Capture).default([]),
            refunds: z.array(Refund).default([]),
          })
          .default({ captures: [], refunds: [] }),
      }),
    )
    .default([]),
  links: z.array(Link).default([]),
});
export type PayPalOrder = z.infer<typeof Order>;

/** The used fields of a capture: its attempt and its order. */
const CaptureOwner = z.object({
  custom_id: z.string().optional(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
});
export type PayPalCaptureOwner = z.infer<typeof CaptureOwner>;

const Dispute = z.object({
  status: z.string().optional(),
  dispute_state: z.string().optional(),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});
export type PayPalDispute = z.infer<typeof Dispute>;

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const Disputes = z.object({
  items: z.array(z.object({ dispute_id: z.string() })).default([]),
});
const Events = z.object({
  events: z.array(z.unknown()).default([]),
  links: z.array(Link).default([]),
});
const Verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

interface PayPalCall {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  /** Idempotency key. */
  readonly requestId?: string;
  /** JSON. */
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** The parts of PayPal's REST API that are used. Amounts are decimals in baht. */
export interface PayPalClient {
  createOrder(requestId: string, order: object, signal: AbortSignal): Promise<PayPalOrder>;
  /** Returns `null` if the order does not exist or has expired. */
  findOrder(id: string, signal: AbortSignal): Promise<PayPalOrder | null>;
  captureOrder(requestId: string, id: string, signal: AbortSignal): Promise<PayPalOrder>;
  findCapture(id: string, signal: AbortSignal): Promise<PayPalCaptureOwner | null>;
  refundCapture(
    requestId: string,
    id: string,
    refund: object,
    signal: AbortSignal,
  ): Promise<PayPalRefund>;
  findDisputes(captureId: string, signal: AbortSignal): Promise<PayPalDispute[]>;
  /** Returns a page of events and the query for the next page. */
  listEvents(
    query: string,
    signal: AbortSignal,
  ): Promise<{ readonly events: readonly unknown[]; readonly next: string | null }>;
  /** @param body JSON that contains the received event, byte for byte */
  verifyWebhook(body: string, signal: AbortSignal): Promise<boolean>;
}

/** Caches the access token. Concurrent callers share one token request. */
function createTokens({ apiUrl, clientId, secret }: PayPalSettings) {
  let known: { readonly token: string; readonly until: number } | null = null;
  let pending: Promise<string> | null = null;

  async function fetchToken(signal: AbortSignal): Promise<string> {
    const credentials = Buffer.from(`${clientId}:${secret}`).toString('base64');
    const answer = await callProvider(
      {
        method: 'POST',
        url: `${apiUrl}/v1/oauth2/token`,
        headers: { accept: 'application/json', authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
        signal,
      },
      Token,
    );
    const until = performance.now() + answer.expires_in * 1_000 - TOKEN_SPARE_MS;
    known = { token: answer.access_token, until };
    return answer.access_token;
  }

  return {
    get: async (signal: AbortSignal): Promise<string> => {
      if (known !== null && performance.now() < known.until) return known.token;
      pending ??= fetchToken(signal).finally(() => {
        pending = null;
      });
      return pending;
    },
    invalidate: (token: string): void => {
      if (known?.token === token) known = null;
    },
  };
}

/** Sends a request to PayPal's API with an access token. Renews a rejected token once. */
function createCalls(settings: PayPalSettings) {
  const { apiUrl } = settings;
  const tokens = createTokens(settings);

  async function request<Schema extends z.ZodType>(
    { method = 'GET', path, requestId, body, signal }: PayPalCall,
    schema: Schema,
    isRepeated = false,
  ): Promise<z.output<Schema>> {
    const token = await tokens.get(signal);
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      prefer: 'return=representation',
      ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    };
    const call = { method, url: apiUrl + path, headers, signal };
    try {
      return await callProvider({ ...call, ...(body === undefined ? {} : { body }) }, schema);
    } catch (error) {
      if (isRepeated || !(error instanceof ProviderInconclusiveError) || error.status !== 401)
        throw error;
      tokens.invalidate(token);
      const again = { method, path, signal };
      return request(
        {
          ...again,
          ...(requestId === undefined ? {} : { requestId }),
          ...(body === undefined ? {} : { body }),
        },
        schema,
        true,
      );
    }
  }

  /** Returns `null` on 404. */
  async function find<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<z.output<Schema> | null> {
    try {
      return await request({ path, signal }, schema);
    } catch (error) {
      if (error instanceof ProviderRefusalError && error.status === 404) return null;
      throw error;
    }
  }

  return { request, find };
}

const post = (path: string, requestId: string, body: object, signal: AbortSignal): PayPalCall => ({
  method: 'POST',
  path,
  requestId,
  body: JSON.stringify(body),
  signal,
});
const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`;
const capturePath = (id: string): string => `/v2/payments/captures/${encodeURIComponent(id)}`;

/** @see https://developer.paypal.com/docs/api/orders/v2, /docs/api/payments/v2, /docs/api/webhooks/v1 */
export function createPayPalClient(settings: PayPalSettings): PayPalClient {
  const { request, find } = createCalls(settings);
  return {
    createOrder: (requestId, order, signal) =>
      request(post('/v2/checkout/orders', requestId, order, signal), Order),
    findOrder: (id, signal) => find(orderPath(id), Order, signal),
    captureOrder: (requestId, id, signal) =>
      request(post(`${orderPath(id)}/capture`, requestId, {}, signal), Order),
    findCapture: (id, signal) => find(capturePath(id), CaptureOwner, signal),
    refundCapture: (requestId, id, refund, signal) =>
      request(post(`${capturePath(id)}/refund`, requestId, refund, signal), Refund),
    findDisputes: async (captureId, signal) => {
      const query = new URLSearchParams({ disputed_transaction_id: captureId });
      const { items } = await request({ path: `/v1/customer/disputes?${query}`, signal }, Disputes);
      // The list does not contain the outcomes of disputes.
      const disputes = await Promise.all(
        items.map(({ dispute_id: id }) =>
          find(`/v1/customer/disputes/${encodeURIComponent(id)}`, Dispute, signal),
        ),
      );
      return disputes.filter((dispute) => dispute !== null);
    },
    listEvents: async (query, signal) => {
      const path = `/v1/notifications/webhooks-events?${query}`;
      const { events, links } = await request({ path, signal }, Events);
      const next = links.find(({ rel }) => rel === 'next')?.href;
      return { events, next: next === undefined ? null : new URL(next).search.slice(1) };
    },
    verifyWebhook: async (body, signal) => {
      const path = '/v1/notifications/verify-webhook-signature';
      const answer = await request({ method: 'POST', path, body, signal }, Verification);
      return answer.verification_status === 'SUCCESS';
    },
  };
}
