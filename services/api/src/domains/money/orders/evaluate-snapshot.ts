import type { OrderReason, PaymentAttempt } from '@sangwian/contract/endpoints/orders';
import { type OrderFacts, paidReasonOf } from './order-rules.ts';
import { CURRENCY, type ProviderSnapshot } from './payment-provider.ts';

/** The data of a payment attempt that the rules use. */
export interface AttemptFacts {
  readonly attemptId: string;
  readonly status: PaymentAttempt['status'];
  readonly reason: OrderReason | null;
  /** Amount due. */
  readonly satang: number;
  readonly paidSatang: number | null;
  readonly paidCurrency: string | null;
  readonly refundedSatang: number;
  readonly disputed: ProviderSnapshot['disputed'];
}

export interface OrderPaymentFacts extends OrderFacts {
  /** The attempt that paid the order. */
  readonly paidAttemptId: string | null;
  /** The attempt that is displayed to the member. */
  readonly latestAttemptId: string;
}

type OrderFields = Pick<OrderPaymentFacts, 'status' | 'reason' | 'paidAttemptId'>;

/** The names of the order events that a snapshot can cause. They are stored in the database. */
export type OrderEventName =
  | 'attempt_pending'
  | 'attempt_failed'
  | 'attempt_expired'
  | 'paid'
  | 'paid_again'
  | 'wrong_amount'
  | 'baht_partly_returned'
  | 'baht_returned'
  | 'dispute_open'
  | 'dispute_won'
  | 'chargeback_undone'
  | 'charged_back';

/** Changes that a provider's snapshot causes. */
export interface Outcome {
  readonly attempt: AttemptFacts;
  readonly order: OrderFields;
  /** In the order of occurrence; empty if the snapshot changes nothing. */
  readonly events: readonly OrderEventName[];
  readonly creditsCoins: boolean;
  /** Refunds of payments that bought nothing. */
  readonly refunds: readonly { readonly attemptId: string; readonly satang: number }[];
  /** The refunded total rose from `beforeSatang` to `nowSatang`. Coins are taken back for the difference. */
  readonly clawback: {
    readonly kind: 'purchase_refund' | 'chargeback';
    readonly beforeSatang: number;
    readonly nowSatang: number;
  } | null;
  /**
   * A lost dispute is now won. Restores the coins that were taken back for the satang from `beforeSatang` to
   * `nowSatang`.
   */
  readonly restoration: { readonly beforeSatang: number; readonly nowSatang: number } | null;
}

const hasPayment = ({ status }: AttemptFacts): boolean =>
  status === 'succeeded' || status === 'refunded';

const isWaiting = ({ status }: AttemptFacts): boolean =>
  status === 'created' || status === 'pending';

/** Returns the satang that were received and neither refunded nor charged back. */
export const netPaidSatang = (attempt: AttemptFacts): number =>
  hasPayment(attempt) && attempt.disputed !== 'lost'
    ? Math.max(0, (attempt.paidSatang ?? attempt.satang) - attempt.refundedSatang)
    : 0;

/**
 * Returns the new state of a dispute. A lost dispute stays lost during an appeal, since the bank keeps the
 * money until the appeal is won.
 */
function evaluateDispute(
  before: ProviderSnapshot['disputed'],
  reported: ProviderSnapshot['disputed'],
): ProviderSnapshot['disputed'] {
  if (reported === null) return before;
  return before === 'lost' && reported === 'open' ? 'lost' : reported;
}

/** Returns the attempt after a snapshot. A reported payment is final: later snapshots cannot undo it. */
function evaluateAttempt(before: AttemptFacts, snapshot: ProviderSnapshot): AttemptFacts {
  if (hasPayment(before) || snapshot.state === 'succeeded') {
    const isFirst = !hasPayment(before);
    const paidSatang = isFirst ? snapshot.satang : before.paidSatang;
    const refundedSatang = Math.max(before.refundedSatang, snapshot.refundedSatang);
    const isAlreadyRefunded = refundedSatang > 0 && refundedSatang >= (paidSatang ?? before.satang);
    return {
      ...before,
      status: isAlreadyRefunded ? 'refunded' : 'succeeded',
      reason: null,
      paidSatang,
      paidCurrency: isFirst ? snapshot.currency : before.paidCurrency,
      refundedSatang,
      disputed: evaluateDispute(before.disputed, snapshot.disputed),
    };
  }
  if (!isWaiting(before)) return before;
  return {
    ...before,
    status: snapshot.state,
    reason: snapshot.state === 'failed' ? snapshot.reason : null,
  };
}

interface Draft {
  order: OrderFields;
  creditsCoins: boolean;
  clawback: Outcome['clawback'];
  restoration: Outcome['restoration'];
  readonly events: OrderEventName[];
  readonly refunds: { attemptId: string; satang: number }[];
}

/**
 * Applies a newly reported payment. It pays the order, also after the order has expired or was cancelled. A second
 * payment of the order is refunded. A wrong amount waits for an operator.
 */
function applyPayment(
  draft: Draft,
  order: OrderPaymentFacts,
  attempt: AttemptFacts,
  others: readonly AttemptFacts[],
): void {
  if (order.status === 'paid' || order.status === 'refunded' || order.status === 'charged_back') {
    draft.events.push('paid_again');
    draft.refunds.push({ attemptId: attempt.attemptId, satang: netPaidSatang(attempt) });
    return;
  }
  if (attempt.paidSatang !== attempt.satang || attempt.paidCurrency !== CURRENCY) {
    draft.events.push('wrong_amount');
    draft.order = { status: 'awaiting_confirmation', reason: 'wrong_amount', paidAttemptId: null };
    return;
  }
  draft.events.push('paid');
  draft.creditsCoins = true;
  draft.order = {
    status: 'paid',
    reason: paidReasonOf(order.status),
    paidAttemptId: attempt.attemptId,
  };
  // Earlier payments of a wrong amount are no longer needed.
  for (const other of others) {
    draft.refunds.push({ attemptId: other.attemptId, satang: netPaidSatang(other) });
  }
}

/** Applies the reversal of a chargeback: the bank paid the disputed money back to us. */
function undoChargeback(draft: Draft, after: AttemptFacts): void {
  draft.events.push('chargeback_undone');
  const { status, paidAttemptId } = draft.order;
  if (status !== 'charged_back' || paidAttemptId !== after.attemptId) return;
  draft.restoration = {
    beforeSatang: after.refundedSatang,
    nowSatang: after.paidSatang ?? after.satang,
  };
  draft.order = { ...draft.order, status: 'paid', reason: null };
}

/** Applies refunds and disputes. */
function applyReversals(draft: Draft, before: AttemptFacts, after: AttemptFacts): void {
  const paidSatang = after.paidSatang ?? after.satang;
  const paysOrder = draft.order.paidAttemptId === after.attemptId && draft.order.status === 'paid';
  const beforeSatang = before.refundedSatang;
  if (after.refundedSatang > beforeSatang) {
    const isAll = after.status === 'refunded';
    draft.events.push(isAll ? 'baht_returned' : 'baht_partly_returned');
    if (paysOrder) {
      const nowSatang = after.refundedSatang;
      draft.clawback = { kind: 'purchase_refund', beforeSatang, nowSatang };
      if (isAll) draft.order = { ...draft.order, status: 'refunded', reason: null };
    }
  }
  if (after.disputed === before.disputed || after.disputed === null) return;
  if (before.disputed === 'lost') {
    undoChargeback(draft, after);
    return;
  }
  if (after.disputed !== 'lost') {
    draft.events.push(after.disputed === 'won' ? 'dispute_won' : 'dispute_open');
    return;
  }
  draft.events.push('charged_back');
  if (paysOrder && draft.order.status === 'paid') {
    draft.clawback = { kind: 'chargeback', beforeSatang, nowSatang: paidSatang };
    draft.order = { ...draft.order, status: 'charged_back', reason: null };
  }
}

/** Applies that an attempt has ended without payment. The member may try again until the order expires. */
function applyUnpaidEnd(
  draft: Draft,
  order: OrderPaymentFacts,
  attempt: AttemptFacts,
  now: Date,
): void {
  const isFailure = attempt.status === 'failed';
  draft.events.push(isFailure ? 'attempt_failed' : 'attempt_expired');
  // An attempt that was replaced by another method does not change the order.
  if (order.status !== 'pending' || order.latestAttemptId !== attempt.attemptId) return;
  if (!isFailure && now >= order.expiresAt) {
    draft.order = { status: 'expired', reason: null, paidAttemptId: null };
    return;
  }
  const reason = isFailure ? (attempt.reason ?? 'declined') : 'closed_by_provider';
  draft.order = { status: 'failed', reason, paidAttemptId: null };
}

/** Closes an order that awaits confirmation of a wrong amount, once the wrong amount has been refunded. */
function closeWithoutMoney(draft: Draft, attempts: readonly AttemptFacts[]): void {
  const { status, reason } = draft.order;
  if (status !== 'awaiting_confirmation' || reason !== 'wrong_amount') return;
  if (attempts.some((one) => netPaidSatang(one) > 0)) return;
  draft.order = { status: 'failed', reason: 'closed_by_provider', paidAttemptId: null };
}

/**
 * Computes how a provider's snapshot of an attempt changes its order. Snapshots can arrive late, repeatedly
 * and out of order. Each snapshot is compared with the current state, so that no snapshot counts twice.
 *
 * @param others the order's other attempts
 */
export function evaluateSnapshot(
  order: OrderPaymentFacts,
  before: AttemptFacts,
  others: readonly AttemptFacts[],
  snapshot: ProviderSnapshot,
  now: Date,
): Outcome {
  const attempt = evaluateAttempt(before, snapshot);
  const draft: Draft = {
    order: { status: order.status, reason: order.reason, paidAttemptId: order.paidAttemptId },
    creditsCoins: false,
    clawback: null,
    restoration: null,
    events: [],
    refunds: [],
  };
  if (hasPayment(attempt)) {
    if (!hasPayment(before)) applyPayment(draft, order, attempt, others);
    applyReversals(draft, before, attempt);
    closeWithoutMoney(draft, [attempt, ...others]);
  } else if (attempt.status !== before.status) {
    if (attempt.status === 'pending') draft.events.push('attempt_pending');
    else applyUnpaidEnd(draft, order, attempt, now);
  }
  return { ...draft, attempt, refunds: draft.refunds.filter(({ satang }) => satang > 0) };
}
