import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import { factsOf, queueReturn } from './apply-view.ts';
import type { AttemptRow } from './attempts.store.ts';
import { keptSatang } from './judge-view.ts';
import { log, type Moved, moveOrder, tell } from './move-order.ts';
import {
  isPaidOnce,
  judgeConfirm,
  judgeRefund,
  judgeReject,
  judgeSlip,
  reasonOfPaid,
} from './order-rules.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { lockOwnOrder } from './pay-order.ts';
import { CURRENCY } from './payment-provider.ts';

/** What an operator decides: who it is and why stand in the order's events for ever. */
export interface OperatorDecision {
  /** The order's id or its number for people. */
  readonly order: string;
  readonly by: string;
  readonly why: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An order by its id, or by its number as people write it. @throws {ApiError} `order_not_found` */
export async function findOrder({ orders }: OrdersDeps, order: string): Promise<OrderRow> {
  const text = order.trim();
  const row = UUID.test(text)
    ? await orders.find(text)
    : await orders.findByNumber(text.toUpperCase().replace(/[\s-]/g, ''));
  if (row === undefined) throw new ApiError('order_not_found');
  return row;
}

const rulesOf = (order: OrderRow) => ({
  status: order.status,
  reason: order.reason,
  expiresAt: order.expires_at,
});

const keptOf = (row: AttemptRow): number => keptSatang(factsOf(row));

const isTransfer = ({ provider }: AttemptRow): boolean => provider === 'transfer';

/**
 * A slip was sent: somebody looks at it. In the caller's transaction, which adds the slip after it.
 *
 * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`
 */
export async function receiveSlip(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  slip: { readonly memberId: MemberId; readonly orderId: string; readonly details: unknown },
): Promise<void> {
  const order = await lockOwnOrder(deps, trx, slip.memberId, slip.orderId);
  const rows = await deps.attempts.findOfOrder(order.order_id, trx);
  const refusal = judgeSlip(rulesOf(order), rows.some(isTransfer));
  if (refusal !== null) throw new ApiError(refusal);
  const moved = await moveOrder(deps, trx, order, {
    status: 'awaiting_confirmation',
    reason: 'slip_sent',
  });
  if (order.status !== 'awaiting_confirmation') {
    deps.metrics.moved('awaiting_confirmation', order.method);
  }
  const { details } = slip;
  await log(deps, trx, moved.after, { who: 'member', what: 'slip_sent', details });
}

/** Runs an operator's decision on a locked order, and tells of it. */
async function decide<Result>(
  deps: OrdersDeps,
  decision: OperatorDecision,
  run: (
    trx: Transaction<Database>,
    order: OrderRow,
    rows: readonly AttemptRow[],
  ) => Promise<{ readonly moved: Moved; readonly result: Result }>,
): Promise<Result> {
  const { order_id: orderId } = await findOrder(deps, decision.order);
  const { moved, result } = await deps.db.transaction().execute(async (trx) => {
    const order = await deps.orders.lock(trx, orderId);
    if (order === undefined) throw new ApiError('order_not_found');
    return run(trx, order, await deps.attempts.findOfOrder(orderId, trx));
  });
  tell(deps, moved);
  return result;
}

const logDecision = (
  deps: OrdersDeps,
  trx: Transaction<Database>,
  { after }: Moved,
  what: string,
  { by, why }: OperatorDecision,
): Promise<void> => log(deps, trx, after, { who: `operator:${by}`, what, details: { why } });

/** The attempt that an operator saw the money of: what came in, else the transfer, else one that is written down now. */
async function attemptOfMoney(
  { attempts, clock }: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  rows: readonly AttemptRow[],
): Promise<string> {
  const paid = rows.find((row) => keptOf(row) > 0);
  if (paid !== undefined) return paid.attempt_id;
  const money = {
    status: 'succeeded',
    paid_satang: order.satang,
    paid_currency: CURRENCY,
  } as const;
  const transfer = rows.find(isTransfer);
  if (transfer !== undefined) {
    await attempts.set(trx, transfer.attempt_id, { ...money, reason: null });
    return transfer.attempt_id;
  }
  const now = clock();
  return attempts.insert(trx, {
    ...money,
    order_id: order.order_id,
    provider: 'transfer',
    method: 'bank_transfer',
    reason: null,
    satang: order.satang,
    provider_ref: null,
    return_url: '',
    authorize_url: null,
    qr_payload: null,
    begin_until: null,
    disputed: null,
    created_at: now,
    expires_at: now,
    looked_at: null,
  });
}

/** Queues everything that came in for an order, but for one attempt's. */
async function returnKept(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  rows: readonly AttemptRow[],
  { by, why }: OperatorDecision,
  except?: string,
): Promise<('provider' | 'by_hand')[]> {
  const done: ('provider' | 'by_hand')[] = [];
  for (const attempt of rows) {
    const satang = keptOf(attempt);
    if (satang === 0 || attempt.attempt_id === except) continue;
    const how = await queueReturn(deps, trx, { attempt, satang, kind: 'operator', by, why });
    if (how !== null) done.push(how);
  }
  return done;
}

/** Whether a slip of the order has been sent that nobody has decided on. */
async function hasOpenSlip(
  { slips }: OrdersDeps,
  trx: Transaction<Database>,
  { order_id: orderId }: OrderRow,
): Promise<boolean> {
  return (await slips.findLast([orderId], trx)).get(orderId)?.status === 'sent';
}

/** An order that was paid in another way stays so: what its slip is worth is decided on alone. */
async function decideSlipOfPaid(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  rows: readonly AttemptRow[],
  decision: OperatorDecision,
  status: 'accepted' | 'rejected',
): Promise<{ readonly moved: Moved; readonly result: undefined }> {
  const moved = { before: order, after: order, coinsMoved: false };
  const { by, why } = decision;
  const transfer = rows.find(isTransfer);
  const isAccepted = status === 'accepted';
  await deps.slips.decide(trx, order.order_id, status, deps.clock());
  await logDecision(deps, trx, moved, isAccepted ? 'paid_again' : 'slip_rejected', decision);
  if (isAccepted && transfer !== undefined) {
    const paid = {
      status: 'succeeded',
      reason: null,
      paid_satang: order.satang,
      paid_currency: CURRENCY,
    } as const;
    await deps.attempts.set(trx, transfer.attempt_id, paid);
    const baht = { attempt: { ...transfer, ...paid }, satang: order.satang, by, why };
    await queueReturn(deps, trx, { ...baht, kind: 'duplicate' });
  }
  return { moved, result: undefined };
}

/**
 * The money is there. Of an order that was paid in another way before somebody looked at its slip, it goes back.
 *
 * @throws {ApiError} `order_not_found`, `order_paid`
 */
export const confirmOrder = (deps: OrdersDeps, decision: OperatorDecision): Promise<void> =>
  decide(deps, decision, async (trx, order, rows) => {
    const refusal = judgeConfirm(rulesOf(order), await hasOpenSlip(deps, trx, order));
    if (refusal !== null) throw new ApiError(refusal);
    if (isPaidOnce(order.status)) {
      return decideSlipOfPaid(deps, trx, order, rows, decision, 'accepted');
    }
    const paidAttemptId = await attemptOfMoney(deps, trx, order, rows);
    const moved = await moveOrder(deps, trx, order, {
      status: 'paid',
      reason: reasonOfPaid(order.status),
      paidAttemptId,
      credits: true,
    });
    await deps.slips.decide(trx, order.order_id, 'accepted', deps.clock());
    await logDecision(deps, trx, moved, 'confirmed', decision);
    await returnKept(deps, trx, rows, decision, paidAttemptId);
    return { moved, result: undefined };
  });

/**
 * The money is not there, or not the right one: what came in goes back. Of an order that was paid in another way before
 * somebody looked at its slip, only the slip is rejected.
 *
 * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`
 */
export const rejectOrder = (deps: OrdersDeps, decision: OperatorDecision): Promise<void> =>
  decide(deps, decision, async (trx, order, rows) => {
    const refusal = judgeReject(rulesOf(order), await hasOpenSlip(deps, trx, order));
    if (refusal !== null) throw new ApiError(refusal);
    if (isPaidOnce(order.status)) {
      return decideSlipOfPaid(deps, trx, order, rows, decision, 'rejected');
    }
    const reason = order.reason === 'slip_sent' ? 'slip_rejected' : 'closed_by_operator';
    const moved = await moveOrder(deps, trx, order, { status: 'failed', reason });
    for (const { attempt_id: attemptId } of rows.filter(
      (row) => isTransfer(row) && (row.status === 'created' || row.status === 'pending'),
    )) {
      await deps.attempts.set(trx, attemptId, { status: 'failed', reason });
    }
    await deps.slips.decide(trx, order.order_id, 'rejected', deps.clock());
    await logDecision(deps, trx, moved, 'rejected', decision);
    await returnKept(deps, trx, rows, decision);
    return { moved, result: undefined };
  });

/**
 * Baht go back, and with them the coins that were bought; of an order that awaits confirmation no coin was ever
 * credited. The coins go with the decision, so that nobody spends them while the baht are on their way.
 *
 * @returns who gives the baht back
 * @throws {ApiError} `order_not_found`, `order_closed`
 */
export const refundOrder = (
  deps: OrdersDeps,
  decision: OperatorDecision,
): Promise<'provider' | 'by_hand'> =>
  decide(deps, decision, async (trx, order, rows) => {
    const refusal = judgeRefund(rulesOf(order));
    if (refusal !== null) throw new ApiError(refusal);
    const paid = rows.find((row) => row.attempt_id === order.paid_attempt_id);
    const paidSatang = paid?.paid_satang ?? order.satang;
    const wasPaid = order.status === 'paid';
    const moved = await moveOrder(deps, trx, order, {
      status: wasPaid ? 'refunded' : 'failed',
      reason: wasPaid ? null : 'closed_by_operator',
      paidSatang,
      takesBack: wasPaid
        ? {
            kind: 'purchase_refund',
            beforeSatang: paid?.refunded_satang ?? 0,
            nowSatang: paidSatang,
          }
        : null,
    });
    await logDecision(deps, trx, moved, 'refunded', decision);
    const how = await returnKept(deps, trx, rows, decision);
    return { moved, result: how.includes('by_hand') || how.length === 0 ? 'by_hand' : 'provider' };
  });

/** An operator gave the baht of a refund back by hand. @throws {ApiError} `order_not_found` */
export async function finishByHand(
  deps: OrdersDeps,
  { refundId, by, why }: { readonly refundId: string; readonly by: string; readonly why: string },
): Promise<void> {
  const { db, orders, refunds, attempts, clock } = deps;
  await db.transaction().execute(async (trx) => {
    const known = UUID.test(refundId) ? await refunds.find(refundId, trx) : undefined;
    const order = known && (await orders.lock(trx, known.order_id));
    const refund = known && (await refunds.find(known.refund_id, trx));
    if (order === undefined || refund?.status !== 'by_hand') throw new ApiError('order_not_found');
    const attempt = await attempts.find({ attemptId: refund.attempt_id }, trx);
    await refunds.set(trx, refund.refund_id, { status: 'done', done_at: clock() });
    await attempts.set(trx, refund.attempt_id, {
      status: 'refunded',
      refunded_satang: attempt?.paid_satang ?? refund.satang,
    });
    await log(deps, trx, order, {
      who: `operator:${by}`,
      what: 'baht_returned',
      attemptId: refund.attempt_id,
      details: { why, satang: refund.satang },
    });
  });
}
