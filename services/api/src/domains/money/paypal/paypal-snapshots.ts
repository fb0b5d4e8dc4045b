import { parseBahtText, toBahtText } from '@sangwian/money/satang';
import {
  type AttemptToBegin,
  CURRENCY,
  EMPTY_SNAPSHOT,
  type ProviderSnapshot,
  type RefundResult,
} from '../orders/orders.module.ts';
import type { PayPalCapture, PayPalDispute, PayPalOrder, PayPalRefund } from './paypal-client.ts';

const BRAND = 'Sangwian';

/**
 * Returns the PayPal order to create. The payer approves the order at PayPal and returns to our site. The
 * order is captured after that.
 */
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
          // A payer who cancels returns to the same page, because our order still waits.
          cancel_url: attempt.returnUrl,
        },
      },
    },
  };
}

export const unitOf = (order: PayPalOrder) => order.purchase_units[0];

/** Returns whether a PayPal order belongs to the attempt. Other systems may use the same PayPal account. */
export const isOrderOf = (order: PayPalOrder, attemptId: string): boolean =>
  unitOf(order)?.custom_id === attemptId;

export const captureOf = (order: PayPalOrder): PayPalCapture | undefined =>
  unitOf(order)?.payments.captures.at(-1);

/** Returns the satang of completed and pending refunds. */
const refundedOf = (order: PayPalOrder): number =>
  (unitOf(order)?.payments.refunds ?? [])
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .reduce((sum, { amount }) => sum + (parseBahtText(amount?.value ?? '') ?? 0), 0);

/** Dispute outcomes that return the money to the member. */
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

/** Combines the disputes of a payment. If one dispute is lost, the payment counts as lost. */
export function disputedOf(disputes: readonly PayPalDispute[]): ProviderSnapshot['disputed'] {
  const ends = disputes.map(({ status, dispute_state, dispute_outcome }) => {
    if (status !== 'RESOLVED' && dispute_state !== 'RESOLVED') return 'open';
    return LOST.has(dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won';
  });
  return (
    ends.find((end) => end === 'lost') ?? ends.find((end) => end === 'open') ?? ends[0] ?? null
  );
}

function captureSnapshotOf(
  order: PayPalOrder,
  { status, amount }: PayPalCapture,
): ProviderSnapshot {
  const snapshot = { ...EMPTY_SNAPSHOT, providerRef: order.id };
  if (status === 'PENDING') return { ...snapshot, state: 'pending' };
  if (status === 'DECLINED' || status === 'FAILED') {
    return { ...snapshot, state: 'failed', reason: 'declined' };
  }
  const satang = parseBahtText(amount.value);
  const refundedSatang = status === 'REFUNDED' ? (satang ?? 0) : refundedOf(order);
  return {
    ...snapshot,
    state: 'succeeded',
    satang,
    currency: amount.currency_code,
    refundedSatang,
  };
}

export function snapshotOf(order: PayPalOrder): ProviderSnapshot {
  const capture = captureOf(order);
  if (capture !== undefined) return captureSnapshotOf(order, capture);
  const snapshot = { ...EMPTY_SNAPSHOT, providerRef: order.id };
  if (order.status === 'VOIDED') return { ...snapshot, state: 'expired' };
  const page = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
  return { ...snapshot, state: 'pending', authorizeUrl: page?.href ?? null };
}

/** Returns PayPal's issue code of a refused request; an empty string if there is none. */
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
} as const satisfies Record<PayPalRefund['status'], RefundResult['state']>;

export const refundResultOf = ({ id, status }: PayPalRefund): RefundResult => ({
  state: REFUND_STATES[status],
  providerRef: id,
});
