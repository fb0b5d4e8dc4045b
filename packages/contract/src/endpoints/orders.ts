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
  /** National QR transfer to our PromptPay ID, confirmed by a slip. */
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

/** Explains a status that is not self-explanatory. */
export const OrderReason = z.enum([
  /** Paid after it had expired or been cancelled. */
  'paid_late',
  /** Another amount or currency was paid; an operator reviews it. */
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

/** The current attempt to pay an order. */
export const PaymentAttempt = z.object({
  attempt_id: z.uuid(),
  method: PaymentMethod,
  status: z.enum(['created', 'pending', 'succeeded', 'failed', 'expired', 'refunded']),
  /** The provider's page, to which the member is redirected; `null` if there is none. */
  authorize_url: z.string().nullable(),
  /** EMVCo payload of a QR code; `null` if there is none. */
  qr_payload: z.string().nullable(),
  /** Accounts to transfer to; empty for other methods. */
  accounts: z.array(TransferAccount),
  /** Reference to include in the transfer. */
  reference: z.string(),
  satang,
  expires_at: z.iso.datetime(),
});
export type PaymentAttempt = z.infer<typeof PaymentAttempt>;

export const Order = z.object({
  order_id: z.uuid(),
  /** Human-readable number, for support. */
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
  /** When the order expires unless it is paid. */
  expires_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  /** The latest attempt; `null` before the first. */
  attempt: PaymentAttempt.nullable(),
  /** The last slip; `null` without one. */
  slip: z
    .object({ sent_at: z.iso.datetime(), status: z.enum(['sent', 'accepted', 'rejected']) })
    .nullable(),
  /** The server's time, for countdowns. */
  now: z.iso.datetime(),
});
export type Order = z.infer<typeof Order>;

export const PaymentOption = z.object({
  method: PaymentMethod,
  satang_min: satang,
  satang_max: satang,
  /** For cards: the browser's tokeniser, so that card numbers never reach this server. */
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
      /** Either this or `custom_coins`. */
      package_id: z.number().int().optional(),
      /** Base coins of a custom amount. */
      custom_coins: z.number().int().optional(),
      /** The price that the page showed. */
      expected_satang: satang,
    }),
    data: Order,
    status: 201,
    errors: [
      'package_not_found',
      'coins_out_of_range',
      'buyer_too_young',
      'order_limit_reached',
      'spending_limit_reached',
      'self_excluded',
      'price_changed',
      'payments_off',
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
    summary: 'Start a payment of an order; also again with another method or after a failure',
    tag: 'Orders',
    caller: 'browser',
    identity: 'member',
    idempotent: true,
    params: orderId,
    body: z.strictObject({
      method: PaymentMethod,
      /** Card token from the provider's script. */
      card_token: z.string().min(1).max(200).optional(),
      /** The path of this site that the provider's page returns to; `?order=` is added to it. */
      return_path: z.string().min(1).max(300),
      expected_satang: satang,
    }),
    data: Order,
    errors: [
      'order_not_found',
      'self_excluded',
      'order_closed',
      'order_awaiting_confirmation',
      'order_paid',
      'payment_method_unavailable',
      'price_changed',
      'target_invalid',
      'purchase_failed',
      'purchase_unsuccessful',
      'qr_failed',
      'payments_off',
    ],
  },
  'POST /order/{order_id}/slip': {
    summary: 'Upload the slip of a transfer: a picture up to 5 MiB',
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
    summary: 'Cancel an unpaid order; cancelling again changes nothing',
    tag: 'Orders',
    caller: 'browser',
    identity: 'member',
    params: orderId,
    body: z.strictObject({}),
    data: Order,
    errors: ['order_not_found', 'order_closed', 'order_awaiting_confirmation', 'order_paid'],
  },
  'POST /external/member/purchase': {
    summary: 'Buy a coin package, charged to the bearer’s partner',
    tag: 'Partners',
    caller: 'browser',
    /** The bearer is a purchase token, verified by the handler. */
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
      'spending_limit_reached',
      'self_excluded',
      'purchase_record_failed',
      'member_banned',
      'member_suspended',
      'member_closed',
      'payments_off',
    ],
  },
});
