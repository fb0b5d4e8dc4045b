import { z } from 'zod';
import { endpoints, flag, pageQuery } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';
import { OrderReason, OrderStatus, PaymentMethod } from '../orders.ts';

const satang = z.number().int();
const coins = z.number().int();
const time = z.iso.datetime();
const day = z.iso.date();
const memberName = z.object({ member_id: z.uuid(), name: z.string() });

export const OrderProvider = z.enum(['omise', 'paypal', 'transfer', 'partner']);
export type OrderProvider = z.infer<typeof OrderProvider>;

/** Why an order needs a person. */
export const OrderAttention = z.enum([
  /** A slip is undecided. */
  'slip',
  /** Another amount or currency arrived. */
  'wrong_amount',
  /** The order awaits confirmation for another reason. */
  'unconfirmed',
  /** A refund that no provider can make. */
  'refund_by_hand',
  /** The provider has a second payment that is not refunded yet. */
  'second_payment',
  /** The member disputes the payment at the bank. */
  'disputed',
]);
export type OrderAttention = z.infer<typeof OrderAttention>;

/** An order in a list of the console. */
export const OrderLine = z.object({
  order_id: z.uuid(),
  number: z.string(),
  status: OrderStatus,
  reason: OrderReason.nullable(),
  satang,
  base_coins: coins,
  bonus_coins: coins,
  method: PaymentMethod.nullable(),
  /** `null` before the first attempt to pay. */
  provider: OrderProvider.nullable(),
  member: memberName,
  attention: z.array(OrderAttention),
  created_at: time,
  paid_at: time.nullable(),
});
export type OrderLine = z.infer<typeof OrderLine>;

const SlipStatus = z.enum(['sent', 'accepted', 'rejected']);

/** Why a cashier rejects a slip. */
export const SlipRejection = z.enum([
  'reference_used',
  'amount_differs',
  'other_account',
  'not_readable',
]);
export type SlipRejection = z.infer<typeof SlipRejection>;

const SlipFacts = z.object({
  slip_id: z.uuid(),
  status: SlipStatus,
  sent_at: time,
  /** The sending bank in the slip's code; `null` if the code is not readable. */
  bank: z.object({ code: z.string(), name_th: z.string(), name_en: z.string() }).nullable(),
  reference: z.string().nullable(),
  decided_at: time.nullable(),
  decided_by: z.string().nullable(),
  decided_reason: z.string().nullable(),
});

/** A slip beside its order, as the queue shows it. */
export const SlipCase = SlipFacts.extend({
  order: OrderLine,
  /** The earlier slip of the same transfer; `null` if the reference is new. */
  first_use: SlipFacts.extend({ order: OrderLine }).nullable(),
  buyer: z.object({
    orders: z.number().int(),
    rejected_slips: z.number().int(),
  }),
});
export type SlipCase = z.infer<typeof SlipCase>;

export const OrderRefund = z.object({
  refund_id: z.uuid(),
  kind: z.enum(['duplicate', 'operator']),
  status: z.enum(['created', 'pending', 'by_hand', 'done', 'failed']),
  satang,
  by: z.string(),
  reason: z.string(),
  created_at: time,
});

const WebhookLine = z.object({
  webhook_id: z.uuid(),
  provider: z.enum(['omise', 'paypal']),
  kind: z.string().nullable(),
  signature: z.enum(['valid', 'invalid', 'unknown', 'listed']),
  /** `null`: not handled yet. */
  outcome: z
    .enum(['asked', 'no_news', 'duplicate', 'not_ours', 'unreadable', 'forged', 'given_up'])
    .nullable(),
  tries: z.number().int(),
  received_at: time,
  handled_at: time.nullable(),
  /** `null` if it belongs to no payment of ours. */
  order: z.object({ order_id: z.uuid(), number: z.string() }).nullable(),
  /** Whether it can be handled again. */
  replayable: z.boolean(),
});
export type WebhookLine = z.infer<typeof WebhookLine>;

/** One order with its history. */
export const OrderFile = OrderLine.extend({
  expires_at: time,
  attempts: z.array(
    z.object({
      attempt_id: z.uuid(),
      provider: OrderProvider,
      method: PaymentMethod,
      status: z.enum(['created', 'pending', 'succeeded', 'failed', 'expired', 'refunded']),
      provider_ref: z.string().nullable(),
      satang,
      paid_satang: satang.nullable(),
      paid_currency: z.string().nullable(),
      refunded_satang: satang,
      disputed: z.enum(['open', 'lost', 'won']).nullable(),
      /** Whether it is a second payment of an earlier attempt. */
      second: z.boolean(),
      created_at: time,
    }),
  ),
  refunds: z.array(OrderRefund),
  slips: z.array(SlipFacts),
  webhooks: z.array(WebhookLine),
  events: z.array(
    z.object({
      at: time,
      by: z.string(),
      what: z.string(),
      status_after: OrderStatus,
      reason: OrderReason.nullable(),
      /** The operator's reason. */
      why: z.string().nullable(),
    }),
  ),
});
export type OrderFile = z.infer<typeof OrderFile>;

const orderFilters = {
  status: OrderStatus.optional(),
  method: PaymentMethod.optional(),
  provider: OrderProvider.optional(),
  /** First and last day in Bangkok on which the order was made. */
  from: day.optional(),
  to: day.optional(),
  member_id: z.uuid().toLowerCase().optional(),
  /** The whole number, in any spelling. */
  number: z.string().trim().min(1).max(LIMITS.orderNumberCharsMax).optional(),
  satang_min: z.coerce.number().int().nonnegative().optional(),
  satang_max: z.coerce.number().int().nonnegative().optional(),
  /** Only orders that need a person. */
  attention: flag.optional(),
  /** Only orders with a second payment, refunded or not. */
  second_payment: flag.optional(),
};

const orderId = z.object({ order_id: z.uuid().toLowerCase() });
const slipId = z.object({ slip_id: z.uuid().toLowerCase() });
const webhookId = z.object({ webhook_id: z.uuid().toLowerCase() });
const reason = z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax);

/** The checked slip; required if several are undecided. */
const checkedSlip = z.uuid().toLowerCase().optional();

/** What became of one row of a bulk action. */
const SlipResult = z.object({
  slip_id: z.uuid(),
  /** The status of the order afterwards; `null` if the row failed. */
  order_status: OrderStatus.nullable(),
  /** The error code of a row that failed. */
  error: z.string().nullable(),
});

const manageOrders = {
  tag: 'Operator: money',
  caller: 'operator',
  identity: 'staff',
  permission: 'manage_orders',
} as const;

export const operatorOrderEndpoints = endpoints({
  'GET /operator/order': {
    summary: 'Orders by filters, the latest first',
    ...manageOrders,
    query: z.object({ ...orderFilters, ...pageQuery }),
    data: OrderLine,
    list: true,
    errors: [],
  },
  'GET /operator/order/csv': {
    summary: 'The filtered orders as CSV',
    ...manageOrders,
    query: z.object(orderFilters),
    data: z.object({ file_name: z.string(), csv: z.string() }),
    errors: [],
  },
  'GET /operator/order/{order_id}': {
    summary: 'One order with its attempts, refunds, slips, webhooks and events',
    ...manageOrders,
    params: orderId,
    data: OrderFile,
    errors: ['order_not_found'],
  },
  'POST /operator/order/{order_id}/confirm': {
    summary: 'Confirm that the money of an order arrived, and credit its coins',
    ...manageOrders,
    sensitive: true,
    params: orderId,
    body: z.strictObject({ reason, slip_id: checkedSlip }),
    data: OrderFile,
    errors: ['order_not_found', 'order_paid', 'slip_used'],
  },
  'POST /operator/order/{order_id}/reject': {
    summary: 'Reject an order whose money is missing or wrong',
    ...manageOrders,
    params: orderId,
    body: z.strictObject({ reason, slip_id: checkedSlip }),
    data: OrderFile,
    errors: ['order_not_found', 'order_closed', 'order_paid'],
  },
  'POST /operator/order/{order_id}/refund': {
    summary: 'Refund an order in baht and take its coins back',
    ...manageOrders,
    sensitive: true,
    params: orderId,
    body: z.strictObject({ reason }),
    data: OrderFile,
    errors: ['order_not_found', 'order_closed'],
  },
  'GET /operator/slip': {
    summary: 'Undecided slips, the oldest first, or decided ones, the latest first',
    ...manageOrders,
    query: z.object({ state: z.enum(['waiting', 'decided']).default('waiting'), ...pageQuery }),
    data: SlipCase,
    list: true,
    errors: [],
  },
  'GET /operator/slip/{slip_id}/picture': {
    summary: 'The picture of a slip, in base64',
    ...manageOrders,
    params: slipId,
    data: z.object({ type: z.literal('image/webp'), base64: z.string() }),
    errors: ['not_found'],
  },
  'POST /operator/slip/decision': {
    summary:
      'Approve or reject slips, with a result for each. Only an owner approves a used reference',
    ...manageOrders,
    sensitive: true,
    body: z.strictObject({
      decisions: z
        .array(
          z.discriminatedUnion('action', [
            z.strictObject({
              action: z.literal('approve'),
              slip_id: z.uuid().toLowerCase(),
              reason,
            }),
            z.strictObject({
              action: z.literal('reject'),
              slip_id: z.uuid().toLowerCase(),
              because: SlipRejection,
              /** Added to the reason, for staff. */
              note: reason.optional(),
            }),
          ]),
        )
        .min(1)
        .max(LIMITS.bulkRowsMax),
    }),
    data: z.object({ results: z.array(SlipResult) }),
    // In the results of rows that another person decided.
    errors: ['slip_decided'],
  },
  'GET /operator/refund': {
    summary: 'Refunds in baht by status, the latest first',
    ...manageOrders,
    query: z.object({
      state: z.enum(['by_hand', 'open', 'done']).default('by_hand'),
      ...pageQuery,
    }),
    data: OrderRefund.extend({ order: OrderLine }),
    list: true,
    errors: [],
  },
  'POST /operator/refund/{refund_id}/done': {
    summary: 'Record that a refund was paid by hand',
    ...manageOrders,
    sensitive: true,
    params: z.object({ refund_id: z.uuid().toLowerCase() }),
    body: z.strictObject({ reason }),
    data: z.object({ refund_id: z.uuid() }),
    errors: ['order_not_found'],
  },
  'POST /operator/payment/reconcile': {
    summary: 'Do the background work of payments now: poll, handle webhooks, expire, send refunds',
    ...manageOrders,
    body: z.strictObject({}),
    data: z.object({
      /** Events that no webhook had delivered. */
      events_untold: z.number().int(),
      webhooks_handled: z.number().int(),
      /** Polled attempts, and those whose provider did not answer. */
      attempts: z.object({ asked: z.number().int(), failed: z.number().int() }),
    }),
    errors: [],
  },
  'GET /operator/webhook': {
    summary: 'Webhooks of payment providers, the latest first',
    ...manageOrders,
    query: z.object({
      provider: z.enum(['omise', 'paypal']).optional(),
      outcome: z
        .enum([
          'waiting',
          'asked',
          'no_news',
          'duplicate',
          'not_ours',
          'unreadable',
          'forged',
          'given_up',
        ])
        .optional(),
      ...pageQuery,
    }),
    data: WebhookLine,
    list: true,
    errors: [],
  },
  'GET /operator/webhook/{webhook_id}': {
    summary: 'One webhook with its payload, without secrets',
    ...manageOrders,
    params: webhookId,
    data: WebhookLine.extend({
      problem: z.string().nullable(),
      /** JSON with secrets and card data left out; `null` if it was erased or is not JSON. */
      payload: z.string().nullable(),
    }),
    errors: ['not_found'],
  },
  'POST /operator/webhook/{webhook_id}/replay': {
    summary: 'Handle a stored webhook again; the provider is asked, so nothing is credited twice',
    ...manageOrders,
    params: webhookId,
    body: z.strictObject({}),
    data: z.object({ webhook_id: z.uuid() }),
    errors: ['not_found', 'webhook_not_replayable'],
  },
});
