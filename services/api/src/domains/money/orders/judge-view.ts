import type { OrderReason, PaymentAttempt } from '@sangwian/contract/endpoints/orders';
import { type OrderFacts, reasonOfPaid } from './order-rules.ts';
import { CURRENCY, type ProviderView } from './payment-provider.ts';

/** What the rules look at of an attempt to pay. */
export interface AttemptFacts {
  readonly attemptId: string;
  readonly status: PaymentAttempt['status'];
  readonly reason: OrderReason | null;
  /** What is due. */
  readonly satang: number;
  readonly paidSatang: number | null;
  readonly paidCurrency: string | null;
  readonly refundedSatang: number;
  readonly disputed: ProviderView['disputed'];
}

export interface OrderOfAttempts extends OrderFacts {
  /** Whose money the order was paid with. */
  readonly paidAttemptId: string | null;
  /** Which the member sees. */
  readonly latestAttemptId: string;
}

type OrderChange = Pick<OrderOfAttempts, 'status' | 'reason' | 'paidAttemptId'>;

/** What happened to an order, as its log names it. */
export type What =
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

/** What a provider's view changes. */
export interface Outcome {
  readonly attempt: AttemptFacts;
  readonly order: OrderChange;
  /** In this order; empty: nothing that has not been heard before. */
  readonly events: readonly What[];
  /** The coins are credited, with this change. */
  readonly credits: boolean;
  /** Baht that nothing was sold for go back. */
  readonly returns: readonly { readonly attemptId: string; readonly satang: number }[];
  /** Coins go back, since baht of the order did: so many satang before, and so many now. */
  readonly takesBack: {
    readonly kind: 'purchase_refund' | 'chargeback';
    readonly beforeSatang: number;
    readonly nowSatang: number;
  } | null;
  /** Coins that a chargeback took come back, since the dispute was won after all: those of so many satang. */
  readonly restores: { readonly beforeSatang: number; readonly nowSatang: number } | null;
}

const isTaken = ({ status }: AttemptFacts): boolean =>
  status === 'succeeded' || status === 'refunded';

const isWaiting = ({ status }: AttemptFacts): boolean =>
  status === 'created' || status === 'pending';

/** What was really paid, and has not gone back. */
export const keptSatang = (attempt: AttemptFacts): number =>
  isTaken(attempt) && attempt.disputed !== 'lost'
    ? Math.max(0, (attempt.paidSatang ?? attempt.satang) - attempt.refundedSatang)
    : 0;

/** While a dispute that was lost is appealed against, the bank keeps the baht: it stays lost until it is won. */
function judgeDispute(
  before: ProviderView['disputed'],
  seen: ProviderView['disputed'],
): ProviderView['disputed'] {
  if (seen === null) return before;
  return before === 'lost' && seen === 'open' ? 'lost' : seen;
}

/** The attempt as the provider's view leaves it. What it once said of money stands, whatever comes late. */
function judgeAttempt(before: AttemptFacts, view: ProviderView): AttemptFacts {
  if (isTaken(before) || view.state === 'succeeded') {
    const isFirst = !isTaken(before);
    const paidSatang = isFirst ? view.satang : before.paidSatang;
    const refundedSatang = Math.max(before.refundedSatang, view.refundedSatang);
    const isBack = refundedSatang > 0 && refundedSatang >= (paidSatang ?? before.satang);
    return {
      ...before,
      status: isBack ? 'refunded' : 'succeeded',
      reason: null,
      paidSatang,
      paidCurrency: isFirst ? view.currency : before.paidCurrency,
      refundedSatang,
      disputed: judgeDispute(before.disputed, view.disputed),
    };
  }
  if (!isWaiting(before)) return before;
  return { ...before, status: view.state, reason: view.state === 'failed' ? view.reason : null };
}

interface Draft {
  order: OrderChange;
  credits: boolean;
  takesBack: Outcome['takesBack'];
  restores: Outcome['restores'];
  readonly events: What[];
  readonly returns: { attemptId: string; satang: number }[];
}

/** Money came in that had not been heard of. */
function takeMoney(
  draft: Draft,
  order: OrderOfAttempts,
  attempt: AttemptFacts,
  others: readonly AttemptFacts[],
): void {
  if (order.status === 'paid' || order.status === 'refunded' || order.status === 'charged_back') {
    draft.events.push('paid_again');
    draft.returns.push({ attemptId: attempt.attemptId, satang: keptSatang(attempt) });
    return;
  }
  if (attempt.paidSatang !== attempt.satang || attempt.paidCurrency !== CURRENCY) {
    draft.events.push('wrong_amount');
    draft.order = { status: 'awaiting_confirmation', reason: 'wrong_amount', paidAttemptId: null };
    return;
  }
  draft.events.push('paid');
  draft.credits = true;
  draft.order = {
    status: 'paid',
    reason: reasonOfPaid(order.status),
    paidAttemptId: attempt.attemptId,
  };
  // What came in before in a wrong amount is not needed any more.
  for (const other of others) {
    draft.returns.push({ attemptId: other.attemptId, satang: keptSatang(other) });
  }
}

/** The bank gave the baht of a lost dispute back to us. */
function undoChargeback(draft: Draft, after: AttemptFacts): void {
  draft.events.push('chargeback_undone');
  const { status, paidAttemptId } = draft.order;
  if (status !== 'charged_back' || paidAttemptId !== after.attemptId) return;
  draft.restores = {
    beforeSatang: after.refundedSatang,
    nowSatang: after.paidSatang ?? after.satang,
  };
  draft.order = { ...draft.order, status: 'paid', reason: null };
}

/** Baht went back: to whom they came from by a refund, or by a dispute that was lost. */
function giveBack(draft: Draft, before: AttemptFacts, after: AttemptFacts): void {
  const paidSatang = after.paidSatang ?? after.satang;
  const isOrders = draft.order.paidAttemptId === after.attemptId && draft.order.status === 'paid';
  const beforeSatang = before.refundedSatang;
  if (after.refundedSatang > beforeSatang) {
    const isAll = after.status === 'refunded';
    draft.events.push(isAll ? 'baht_returned' : 'baht_partly_returned');
    if (isOrders) {
      const nowSatang = after.refundedSatang;
      draft.takesBack = { kind: 'purchase_refund', beforeSatang, nowSatang };
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
  if (isOrders && draft.order.status === 'paid') {
    draft.takesBack = { kind: 'chargeback', beforeSatang, nowSatang: paidSatang };
    draft.order = { ...draft.order, status: 'charged_back', reason: null };
  }
}

/** An attempt ended without money: the member may try again, while there is time. */
function endAttempt(draft: Draft, order: OrderOfAttempts, attempt: AttemptFacts, now: Date): void {
  const isFailure = attempt.status === 'failed';
  draft.events.push(isFailure ? 'attempt_failed' : 'attempt_expired');
  // One that the member has left for another method says nothing about the order.
  if (order.status !== 'pending' || order.latestAttemptId !== attempt.attemptId) return;
  if (!isFailure && now >= order.expiresAt) {
    draft.order = { status: 'expired', reason: null, paidAttemptId: null };
    return;
  }
  const reason = isFailure ? (attempt.reason ?? 'declined') : 'closed_by_provider';
  draft.order = { status: 'failed', reason, paidAttemptId: null };
}

/** Where somebody only has to look because of money, and that is gone, nobody has to. */
function closeEmptied(draft: Draft, attempts: readonly AttemptFacts[]): void {
  const { status, reason } = draft.order;
  if (status !== 'awaiting_confirmation' || reason !== 'wrong_amount') return;
  if (attempts.some((one) => keptSatang(one) > 0)) return;
  draft.order = { status: 'failed', reason: 'closed_by_provider', paidAttemptId: null };
}

/**
 * What a provider's view of an attempt means for its order. Views come late, twice and out of order; each is judged by
 * what is known now, so that none counts twice.
 *
 * @param others the order's other attempts
 */
export function judgeView(
  order: OrderOfAttempts,
  before: AttemptFacts,
  others: readonly AttemptFacts[],
  view: ProviderView,
  now: Date,
): Outcome {
  const attempt = judgeAttempt(before, view);
  const draft: Draft = {
    order: { status: order.status, reason: order.reason, paidAttemptId: order.paidAttemptId },
    credits: false,
    takesBack: null,
    restores: null,
    events: [],
    returns: [],
  };
  if (isTaken(attempt)) {
    if (!isTaken(before)) takeMoney(draft, order, attempt, others);
    giveBack(draft, before, attempt);
    closeEmptied(draft, [attempt, ...others]);
  } else if (attempt.status !== before.status) {
    if (attempt.status === 'pending') draft.events.push('attempt_pending');
    else endAttempt(draft, order, attempt, now);
  }
  return { ...draft, attempt, returns: draft.returns.filter(({ satang }) => satang > 0) };
}
