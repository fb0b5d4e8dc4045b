import { z } from 'zod';
import { endpoints, pageQuery } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

/** Whole coins. */
const coins = z.number().int().nonnegative();
/** Whole satang, a hundredth of a baht. */
const satang = z.number().int().nonnegative();

export const PaymentMethod = z.enum([
  'card',
  /** National QR transfer, confirmed by the provider. */
  'promptpay',
  /** National QR transfer straight to our PromptPay id, confirmed by a slip. */
  'promptpay_slip',
  'truemoney',
  'alipay',
  'wechat_pay',
  'bank_transfer',
  'paypal',
]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const OrderStatus = z.enum([
  'waiting',
  'pending',
  'awaiting_confirmation',
  'paid',
  'failed',
  'expired',
  'cancelled',
  'refunded',
  'charged_back',
]);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Why an order is where it is, where its status alone does not say. */
export const OrderReason = z.enum([
  /** Paid after it had expired or been cancelled. */
  'paid_late',
  /** Another amount or currency came in: somebody looks at it. */
  'wrong_amount',
  'slip_sent',
  'slip_rejected',
  'declined',
  'insufficient_funds',
  'not_authorised',
  'closed_by_provider',
  'closed_by_operator',
]);
export type OrderReason = z.infer<typeof OrderReason>;

const TransferAccount = z.object({
  /** The Bank of Thailand's three digits. */
  bank_code: z.string(),
  bank_name_th: z.string(),
  bank_name_en: z.string(),
  account_number: z.string(),
  account_name_th: z.string(),
  account_name_en: z.string(),
});

/** How an order is being paid now. */
export const PaymentAttempt = z.object({
  attempt_id: z.uuid(),
  method: PaymentMethod,
  status: z.enum(['created', 'pending', 'succeeded', 'failed', 'expired', 'refunded']),
  /** Where the member has to go: the provider's page; `null` where there is none. */
  authorize_url: z.string().nullable(),
  /** An EMVCo payload to be drawn as a QR code; `null` where there is none. */
  qr_payload: z.string().nullable(),
  /** Where to transfer to; empty for other methods. */
  accounts: z.array(TransferAccount),
  /** To be written with the transfer. */
  reference: z.string(),
  satang,
  expires_at: z.iso.datetime(),
});
export type PaymentAttempt = z.infer<typeof PaymentAttempt>;

export const Order = z.object({
  order_id: z.uuid(),
  /** For people: what support asks for. */
  number: z.string(),
  status: OrderStatus,
  reason: OrderReason.nullable(),
  /** `null`: a custom amount. */
  package_id: z.number().int().nullable(),
  base_coins: coins,
  bonus_coins: coins,
  satang,
  method: PaymentMethod.nullable(),
  created_at: z.iso.datetime(),
  /** When it ends by itself, unless it is paid. */
  expires_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  /** The latest; `null` before the first. */
  attempt: PaymentAttempt.nullable(),
  /** The last slip that was sent; `null` without one. */
  slip: z
    .object({ sent_at: z.iso.datetime(), status: z.enum(['sent', 'accepted', 'rejected']) })
    .nullable(),
  /** The server's clock, for countdowns. */
  now: z.iso.datetime(),
});
export type Order = z.infer<typeof Order>;

export const PaymentOption = z.object({
  method: PaymentMethod,
  satang_min: satang,
  satang_max: satang,
  /** Of cards: what the browser tokenises them with, so that their numbers never come to this server. */
  tokeniser: z.object({ script_url: z.string(), public_key: z.string() }).nullable(),
});
export type PaymentOption = z.infer<typeof PaymentOption>;

const orderId = z.object({ order_id: z.uuid().toLowerCase() });

export const orderEndpoints = endpoints({
  'GET /payment/option': {
    summary: 'The payment methods that are available now',
    tag: 'Orders',
    caller: 'browser',
    identity: 'visitor',
    data: z.array(PaymentOption),
    errors: [],
    cache: { maxAgeS: 30, staleS: 300 },
  },
  'POST /order': {
    summary: 'Order a coin package or a custom amount',
    tag: 'Orders',
    caller: 'browser',
    identity: 'member',
    idempotent: true,
    body: z.strictObject({
      /** One of both. */
      package_id: z.number().int().optional(),
      /** Base coins of a custom amount. */
      custom_coins: z.number().int().optional(),
      /** What the member was shown that it costs. */
      expected_satang: satang,
    }),
    data: Order,
    status: 201,
    errors: [
      'package_not_found',
      'coins_out_of_range',
      'buyer_too_young',
      'order_limit_reached',
      'price_changed',
    ],
  },
  'GET /order': {
    summary: 'The bearer’s orders, the latest first',
    tag: 'Orders',
    caller: 'browser',
    identity: 'member',
    query: z.object({ status: OrderStatus.optional(), ...pageQuery }),
    data: Order,
    list: true,
    errors: [],
  },
  'GET /order/{order_id}': {
    summary: 'An order of the bearer',
    tag: 'Orders',
    caller: 'browser',
    identity: 'member',
    params: orderId,
    data: Order,
    errors: ['order_not_found'],
  },
  'POST /order/{order_id}/pay': {
    summary: 'Begin to pay an order; again with another method, or after it failed',
    tag: 'Orders',
    caller: 'browser',
    identity: 'member',
    idempotent: true,
    params: orderId,
    body: z.strictObject({
      method: PaymentMethod,
      /** The card, as the provider's script gave it. */
      card_token: z.string().min(1).max(200).optional(),
      /** The path of this site that the provider's page returns to; `?order=` is added to it. */
      return_path: z.string().min(1).max(300),
      expected_satang: satang,
    }),
    data: Order,
    errors: [
      'order_not_found',
      'order_closed',
      'order_awaiting_confirmation',
      'order_paid',
      'payment_method_unavailable',
      'price_changed',
      'target_invalid',
      'purchase_failed',
      'purchase_unsuccessful',
      'qr_failed',
    ],
  },
  'POST /order/{order_id}/slip': {
    summary: 'The slip of a transfer: a picture up to 5 MiB',
    tag: 'Orders',
    caller: 'browser',
    identity: 'member',
    idempotent: true,
    params: orderId,
    upload: { types: ['image/jpeg', 'image/png', 'image/webp'], bytesMax: LIMITS.uploadBytesMax },
    data: Order,
    errors: ['order_not_found', 'order_closed', 'order_paid', 'picture_invalid', 'slip_used'],
  },
  'POST /order/{order_id}/cancel': {
    summary: 'Cancel an order that is not paid; cancelled again it stays so',
    tag: 'Orders',
    caller: 'browser',
    identity: 'member',
    params: orderId,
    body: z.strictObject({}),
    data: Order,
    errors: ['order_not_found', 'order_closed', 'order_awaiting_confirmation', 'order_paid'],
  },
  'POST /external/member/purchase': {
    summary: 'Buy a coin package on the account of the bearer’s partner',
    tag: 'Partners',
    caller: 'browser',
    /** The bearer is a purchase token, which the handler reads. */
    identity: 'visitor',
    bearer: 'purchase',
    idempotent: true,
    body: z.strictObject({ package_id: z.number().int(), expected_satang: satang }),
    data: z.object({ order: Order, balance: coins }),
    status: 201,
    errors: [
      'purchase_token_invalid',
      'token_used',
      'package_not_found',
      'price_changed',
      'purchase_limit_reached',
      'purchase_record_failed',
      'member_banned',
      'member_suspended',
      'member_closed',
    ],
  },
});
