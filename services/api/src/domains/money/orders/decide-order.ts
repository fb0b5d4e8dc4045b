import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { Database } from '../../../schema/database.ts';
import type { SlipRow } from '../slips/slips.module.ts';
import { attemptFactsOf, queueRefund } from './apply-snapshot.ts';
import type { AttemptRow } from './attempts.store.ts';
import { netPaidSatang } from './evaluate-snapshot.ts';
import {
  confirmErrorOf,
  orderFactsOf,
  paidReasonOf,
  refundErrorOf,
  rejectErrorOf,
  slipErrorOf,
  wasEverPaid,
} from './order-rules.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { lockOwnOrder } from './pay-order.ts';
import { CURRENCY } from './payment-provider.ts';
import {
  addOrderEvent,
  type OrderTransition,
  publishTransition,
  transitionOrder,
} from './transition-order.ts';

/** An operator's decision on an order. The audit note is stored in the order's events. */
export interface OperatorDecision extends AuditNote {
  /** The order's id or its number. */
  readonly order: string;
  /** The checked slip, by its id or the SHA-256 of its file. Required if several slips are undecided. */
  readonly slip?: string | Buffer | undefined;
  /** Whether the decision may accept a slip whose transfer was used before. */
  readonly allowsUsedTransfer?: boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds an order by its id or its number, in any spelling. @throws {ApiError} `order_not_found` */
export async function findOrder({ orders }: OrdersDeps, order: string): Promise<OrderRow> {
  const text = order.trim();
  const row = UUID.test(text)
    ? await orders.find(text)
    : await orders.findByNumber(text.toUpperCase().replace(/[\s-]/g, ''));
  if (row === undefined) throw new ApiError('order_not_found');
  return row;
}

const netPaidOf = (row: AttemptRow): number => netPaidSatang(attemptFactsOf(row));

const isTransfer = ({ provider }: AttemptRow): boolean => provider === 'transfer';

/**
 * Sets an order to await confirmation of a slip. Runs in the caller's transaction, which then adds the slip.
 *
 * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`
 */
export async function markSlipSent(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  slip: { readonly memberId: MemberId; readonly orderId: string; readonly details: unknown },
): Promise<void> {
  const order = await lockOwnOrder(deps, trx, slip.memberId, slip.orderId);
  const rows = await deps.attempts.findOfOrder(order.coin_order_id, trx);
  const refusal = slipErrorOf(orderFactsOf(order), rows.some(isTransfer));
  if (refusal !== null) throw new ApiError(refusal);
  const transition = await transitionOrder(deps, trx, order, {
    status: 'awaiting_confirmation',
    reason: 'slip_sent',
  });
  if (order.status !== 'awaiting_confirmation') {
    deps.metrics.countOrder('awaiting_confirmation', order.method);
  }
  const { details } = slip;
  await addOrderEvent(deps, trx, transition.after, { actor: 'member', what: 'slip_sent', details });
}

/** Runs an operator's decision on a locked order and publishes the change after the commit. */
async function decide<Result>(
  deps: OrdersDeps,
  decision: OperatorDecision,
  run: (
    trx: Transaction<Database>,
    order: OrderRow,
    rows: readonly AttemptRow[],
  ) => Promise<{ readonly transition: OrderTransition; readonly result: Result }>,
): Promise<Result> {
  const { coin_order_id: orderId } = await findOrder(deps, decision.order);
  const { transition, result } = await deps.db.transaction().execute(async (trx) => {
    const order = await deps.orders.lock(trx, orderId);
    if (order === undefined) throw new ApiError('order_not_found');
    return run(trx, order, await deps.attempts.findOfOrder(orderId, trx));
  });
  publishTransition(deps, transition);
  return result;
}

const logDecision = (
  deps: OrdersDeps,
  trx: Transaction<Database>,
  { after }: OrderTransition,
  what: string,
  { actor, reason }: OperatorDecision,
): Promise<void> =>
  addOrderEvent(deps, trx, after, { actor: `operator:${actor}`, what, details: { why: reason } });

/** Marks the waiting transfer attempt as paid, or adds a paid transfer attempt. */
async function recordTransfer(
  { attempts, clock }: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  rows: readonly AttemptRow[],
): Promise<string> {
  const money = {
    status: 'succeeded',
    paid_satang: order.amount_satang,
    paid_currency: CURRENCY,
  } as const;
  const waiting = rows.find(
    (row) => isTransfer(row) && row.status !== 'succeeded' && row.status !== 'refunded',
  );
  if (waiting !== undefined) {
    await attempts.set(trx, waiting.payment_attempt_id, { ...money, reason: null });
    return waiting.payment_attempt_id;
  }
  const now = clock();
  return attempts.insert(trx, {
    ...money,
    coin_order_id: order.coin_order_id,
    provider: 'transfer',
    method: 'bank_transfer',
    reason: null,
    amount_satang: order.amount_satang,
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

/**
 * Returns the attempt that pays an order by an operator's decision: the transfer of the checked slip, or else
 * a paid attempt that is not being refunded, or else a new transfer without a slip.
 */
async function findOrRecordPaidAttempt(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  rows: readonly AttemptRow[],
  slip: SlipRow | undefined,
): Promise<string> {
  if (slip !== undefined) return recordTransfer(deps, trx, order, rows);
  const refunds = await deps.refunds.findOfOrder(order.coin_order_id, trx);
  const goesBack = new Set(refunds.map(({ payment_attempt_id: attemptId }) => attemptId));
  const paid = rows.find((row) => netPaidOf(row) > 0 && !goesBack.has(row.payment_attempt_id));
  return paid?.payment_attempt_id ?? recordTransfer(deps, trx, order, rows);
}

/** Queues refunds of all money received for an order, except the money of the attempt `except`. */
async function refundPaid(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  rows: readonly AttemptRow[],
  { actor, reason }: OperatorDecision,
  except?: string,
): Promise<('provider' | 'by_hand')[]> {
  const done: ('provider' | 'by_hand')[] = [];
  for (const attempt of rows) {
    const satang = netPaidOf(attempt);
    if (satang === 0 || attempt.payment_attempt_id === except) continue;
    const how = await queueRefund(deps, trx, { attempt, satang, kind: 'operator', actor, reason });
    if (how !== null) done.push(how);
  }
  return done;
}

/**
 * Returns the slip that the decision names, or all undecided slips if the decision names none.
 *
 * @throws {ApiError} `request_invalid` if the named slip is not undecided
 */
function selectSlips(
  open: readonly SlipRow[],
  { slip }: Pick<OperatorDecision, 'slip'>,
): readonly SlipRow[] {
  if (slip === undefined) return open;
  const named = open.filter((one) =>
    typeof slip === 'string' ? one.payment_slip_id === slip : one.file_hash.equals(slip),
  );
  if (named.length === 0 && typeof slip === 'string') {
    throw slipError('not an undecided slip of this order');
  }
  return named;
}

const slipError = (message: string): ApiError =>
  new ApiError('request_invalid', { details: [{ path: 'slip', message }] });

/** Decides on slips without changing the order. */
async function decideSlips(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  slips: readonly SlipRow[],
  decision: OperatorDecision & { readonly what: 'paid_again' | 'slip_rejected' },
): Promise<{ readonly transition: OrderTransition; readonly result: undefined }> {
  const { what } = decision;
  const transition = { before: order, after: order, coinsMoved: false };
  const status = what === 'paid_again' ? 'accepted' : 'rejected';
  const { actor, reason } = decision;
  await deps.slips.decide(trx, slips, { status, at: deps.clock(), actor, reason });
  await logDecision(deps, trx, transition, what, decision);
  return { transition, result: undefined };
}

/** Records a transfer for an order that was already paid, and queues its refund. */
async function refundTransfer(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  rows: readonly AttemptRow[],
  { actor, reason }: OperatorDecision,
): Promise<void> {
  const attemptId = await recordTransfer(deps, trx, order, rows);
  const attempt = await deps.attempts.find({ attemptId }, trx);
  if (attempt === undefined) throw new Error('the attempt that was just recorded is missing');
  await queueRefund(deps, trx, {
    attempt,
    satang: order.amount_satang,
    kind: 'duplicate',
    actor,
    reason,
  });
}

/**
 * Confirms that the money of an order was received. Credits the coins or, if the order was already paid, queues a
 * refund. Other undecided slips of the order stay open, since each may belong to a separate transfer.
 *
 * @throws {ApiError} `order_not_found`, `order_paid`; `slip_used` if the slip's transfer was used before and the
 *   decision does not allow this; `request_invalid` if several slips are undecided and the decision names none
 */
export const confirmOrder = (deps: OrdersDeps, decision: OperatorDecision): Promise<void> =>
  decide(deps, decision, async (trx, order, rows) => {
    const [slip, ...more] = selectSlips(
      await deps.slips.findOpen(trx, order.coin_order_id),
      decision,
    );
    const refusal = confirmErrorOf(orderFactsOf(order), slip !== undefined);
    if (refusal !== null) throw new ApiError(refusal);
    if (more.length > 0) throw slipError('several slips are undecided: name one');
    if (slip !== undefined && slip.first_slip_id !== null && decision.allowsUsedTransfer !== true) {
      throw new ApiError('slip_used');
    }
    const slips = slip === undefined ? [] : [slip];
    if (wasEverPaid(order.status)) {
      await refundTransfer(deps, trx, order, rows, decision);
      return decideSlips(deps, trx, order, slips, { ...decision, what: 'paid_again' });
    }
    const paidAttemptId = await findOrRecordPaidAttempt(deps, trx, order, rows, slip);
    const transition = await transitionOrder(deps, trx, order, {
      status: 'paid',
      reason: paidReasonOf(order.status),
      paidAttemptId,
      creditsCoins: true,
    });
    const { actor, reason } = decision;
    await deps.slips.decide(trx, slips, { status: 'accepted', at: deps.clock(), actor, reason });
    await logDecision(deps, trx, transition, 'confirmed', decision);
    await refundPaid(deps, trx, rows, decision, paidAttemptId);
    return { transition, result: undefined };
  });

/**
 * Rejects an order whose money is missing or wrong, and refunds the received money. If the order was already paid
 * or has another undecided slip, only the slip is rejected.
 *
 * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`; `request_invalid` if the named slip is not
 *   undecided
 */
export const rejectOrder = (deps: OrdersDeps, decision: OperatorDecision): Promise<void> =>
  decide(deps, decision, async (trx, order, rows) => {
    const open = await deps.slips.findOpen(trx, order.coin_order_id);
    const slips = selectSlips(open, decision);
    const refusal = rejectErrorOf(orderFactsOf(order), slips.length > 0);
    if (refusal !== null) throw new ApiError(refusal);
    if (wasEverPaid(order.status) || slips.length < open.length) {
      return decideSlips(deps, trx, order, slips, { ...decision, what: 'slip_rejected' });
    }
    const reason = order.reason === 'slip_sent' ? 'slip_rejected' : 'closed_by_operator';
    const transition = await transitionOrder(deps, trx, order, { status: 'failed', reason });
    for (const { payment_attempt_id: attemptId } of rows.filter(
      (row) => isTransfer(row) && (row.status === 'created' || row.status === 'pending'),
    )) {
      await deps.attempts.set(trx, attemptId, { status: 'failed', reason });
    }
    await deps.slips.decide(trx, slips, {
      status: 'rejected',
      at: deps.clock(),
      actor: decision.actor,
      reason: decision.reason,
    });
    await logDecision(deps, trx, transition, 'rejected', decision);
    await refundPaid(deps, trx, rows, decision);
    return { transition, result: undefined };
  });

/**
 * Refunds an order and takes its coins back at once, so that they cannot be spent while the refund is in
 * progress. An order that awaits confirmation has no coins to take back.
 *
 * @returns who pays the refund
 * @throws {ApiError} `order_not_found`, `order_closed`
 */
export const refundOrder = (
  deps: OrdersDeps,
  decision: OperatorDecision,
): Promise<'provider' | 'by_hand'> =>
  decide(deps, decision, async (trx, order, rows) => {
    const refusal = refundErrorOf(orderFactsOf(order));
    if (refusal !== null) throw new ApiError(refusal);
    const paid = rows.find((row) => row.payment_attempt_id === order.paid_attempt_id);
    const paidSatang = paid?.paid_satang ?? order.amount_satang;
    const wasPaid = order.status === 'paid';
    const transition = await transitionOrder(deps, trx, order, {
      status: wasPaid ? 'refunded' : 'failed',
      reason: wasPaid ? null : 'closed_by_operator',
      paidSatang,
      clawback: wasPaid
        ? {
            kind: 'purchase_refund',
            beforeSatang: paid?.refunded_satang ?? 0,
            nowSatang: paidSatang,
          }
        : null,
    });
    await logDecision(deps, trx, transition, 'refunded', decision);
    const how = await refundPaid(deps, trx, rows, decision);
    return {
      transition,
      result: how.includes('by_hand') || how.length === 0 ? 'by_hand' : 'provider',
    };
  });

/** Records that an operator paid a refund by hand. @throws {ApiError} `order_not_found` */
export async function completeManualRefund(
  deps: OrdersDeps,
  { refundId, actor, reason }: { readonly refundId: string } & AuditNote,
): Promise<void> {
  const { db, orders, refunds, attempts, clock } = deps;
  await db.transaction().execute(async (trx) => {
    const known = UUID.test(refundId) ? await refunds.find(refundId, trx) : undefined;
    const order = known && (await orders.lock(trx, known.coin_order_id));
    const refund = known && (await refunds.find(known.order_refund_id, trx));
    if (order === undefined || refund?.status !== 'by_hand') throw new ApiError('order_not_found');
    const attempt = await attempts.find({ attemptId: refund.payment_attempt_id }, trx);
    await refunds.set(trx, refund.order_refund_id, { status: 'done', done_at: clock() });
    await attempts.set(trx, refund.payment_attempt_id, {
      status: 'refunded',
      refunded_satang: attempt?.paid_satang ?? refund.amount_satang,
    });
    await addOrderEvent(deps, trx, order, {
      actor: `operator:${actor}`,
      what: 'baht_returned',
      attemptId: refund.payment_attempt_id,
      details: { why: reason, satang: refund.amount_satang },
    });
  });
}
