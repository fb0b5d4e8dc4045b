import { parseBahtText, toBahtText } from '@sangwian/money/satang';
import {
  type AttemptToBegin,
  CURRENCY,
  NO_VIEW,
  type ProviderView,
  type RefundView,
} from '../orders/orders.module.ts';
import type { PayPalCapture, PayPalDispute, PayPalOrder, PayPalRefund } from './paypal-client.ts';

const BRAND = 'Sangwian';

/** The order that is asked for: its payer approves it at PayPal and comes back, and we take the payment then. */
export function orderFor(attempt: AttemptToBegin): object {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: attempt.attemptId,
        description: `${BRAND} ${attempt.orderNumber}`,
        amount: { currency_code: CURRENCY, value: toBahtText(attempt.satang) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: BRAND,
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: attempt.returnUrl,
          // Whoever gives up comes back to the order, too, and sees that it waits.
          cancel_url: attempt.returnUrl,
        },
      },
    },
  };
}

export const unitOf = (order: PayPalOrder) => order.purchase_units[0];

/** An order of somebody else on the same account says nothing about ours. */
export const isOrderOf = (order: PayPalOrder, attemptId: string): boolean =>
  unitOf(order)?.custom_id === attemptId;

export const captureOf = (order: PayPalOrder): PayPalCapture | undefined =>
  unitOf(order)?.payments.captures.at(-1);

/** What went back of it, or is on its way. */
const refundedOf = (order: PayPalOrder): number =>
  (unitOf(order)?.payments.refunds ?? [])
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .reduce((sum, { amount }) => sum + (parseBahtText(amount?.value ?? '') ?? 0), 0);

/** The member got the baht back. */
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

/** The disputes about one payment, as one: lost, if one of them was. */
export function disputedOf(disputes: readonly PayPalDispute[]): ProviderView['disputed'] {
  const ends = disputes.map(({ status, dispute_state, dispute_outcome }) => {
    if (status !== 'RESOLVED' && dispute_state !== 'RESOLVED') return 'open';
    return LOST.has(dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won';
  });
  return (
    ends.find((end) => end === 'lost') ?? ends.find((end) => end === 'open') ?? ends[0] ?? null
  );
}

function viewOfCapture(order: PayPalOrder, { status, amount }: PayPalCapture): ProviderView {
  const view = { ...NO_VIEW, providerRef: order.id };
  if (status === 'PENDING') return { ...view, state: 'pending' };
  if (status === 'DECLINED' || status === 'FAILED') {
    return { ...view, state: 'failed', reason: 'declined' };
  }
  const satang = parseBahtText(amount.value);
  const refundedSatang = status === 'REFUNDED' ? (satang ?? 0) : refundedOf(order);
  return { ...view, state: 'succeeded', satang, currency: amount.currency_code, refundedSatang };
}

/** What an order says of its attempt. */
export function viewOf(order: PayPalOrder): ProviderView {
  const capture = captureOf(order);
  if (capture !== undefined) return viewOfCapture(order, capture);
  const view = { ...NO_VIEW, providerRef: order.id };
  if (order.status === 'VOIDED') return { ...view, state: 'expired' };
  const page = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
  return { ...view, state: 'pending', authorizeUrl: page?.href ?? null };
}

/** Why a payment that its payer approved could not be taken: PayPal's word for it, or ''. */
export function issueOf(body: unknown): string {
  const details: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'details') : undefined;
  const first: unknown = Array.isArray(details) ? details[0] : undefined;
  const issue: unknown =
    typeof first === 'object' && first !== null ? Reflect.get(first, 'issue') : undefined;
  return typeof issue === 'string' ? issue : '';
}

const REFUND_STATES = {
  COMPLETED: 'done',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
} as const satisfies Record<PayPalRefund['status'], RefundView['state']>;

export const refundViewOf = ({ id, status }: PayPalRefund): RefundView => ({
  state: REFUND_STATES[status],
  providerRef: id,
});
