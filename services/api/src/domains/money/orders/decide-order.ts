import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { SlipRow } from '../slips/slips.module.ts';
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
  /** Which of its slips was looked at, by its id or the SHA-256 of its file; needed where several wait. */
  readonly slip?: string | Buffer | undefined;
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
  const rows = await deps.attempts.findOfOrder(order.coin_order_id, trx);
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
  const { coin_order_id: orderId } = await findOrder(deps, decision.order);
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

/** Writes down a transfer that came: by the attempt that waited for one, else by one of its own. */
async function writeTransfer(
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
 * The attempt that an operator saw the money of: the transfer whose slip was looked at, else what came in and stays, else
 * a transfer that nobody sent a slip of.
 */
async function attemptOfMoney(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  rows: readonly AttemptRow[],
  slip: SlipRow | undefined,
): Promise<string> {
  if (slip !== undefined) return writeTransfer(deps, trx, order, rows);
  const refunds = await deps.refunds.findOfOrder(order.coin_order_id, trx);
  const goesBack = new Set(refunds.map(({ payment_attempt_id: attemptId }) => attemptId));
  const paid = rows.find((row) => keptOf(row) > 0 && !goesBack.has(row.payment_attempt_id));
  return paid?.payment_attempt_id ?? writeTransfer(deps, trx, order, rows);
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
    if (satang === 0 || attempt.payment_attempt_id === except) continue;
    const how = await queueReturn(deps, trx, { attempt, satang, kind: 'operator', by, why });
    if (how !== null) done.push(how);
  }
  return done;
}

/**
 * The slips that wait, of those the one that is named.
 *
 * @throws {ApiError} `request_invalid` where an operator names another one
 */
function slipsNamed(
  open: readonly SlipRow[],
  { slip }: Pick<OperatorDecision, 'slip'>,
): readonly SlipRow[] {
  if (slip === undefined) return open;
  const named = open.filter((one) =>
    typeof slip === 'string' ? one.payment_slip_id === slip : one.file_hash.equals(slip),
  );
  if (named.length === 0 && typeof slip === 'string') {
    throw badSlip('it is no slip of this order that waits');
  }
  return named;
}

const badSlip = (message: string): ApiError =>
  new ApiError('request_invalid', { details: [{ path: 'slip', message }] });

/** The order stays as it is: what these slips are worth is decided on alone. */
async function decideSlips(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  slips: readonly SlipRow[],
  decision: OperatorDecision & { readonly what: 'paid_again' | 'slip_rejected' },
): Promise<{ readonly moved: Moved; readonly result: undefined }> {
  const { what } = decision;
  const moved = { before: order, after: order, coinsMoved: false };
  const status = what === 'paid_again' ? 'accepted' : 'rejected';
  await deps.slips.decide(trx, slips, status, deps.clock());
  await logDecision(deps, trx, moved, what, decision);
  return { moved, result: undefined };
}

/** The transfer of a slip came, and its order was paid before: it goes back. */
async function returnTransfer(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  order: OrderRow,
  rows: readonly AttemptRow[],
  { by, why }: OperatorDecision,
): Promise<void> {
  const attemptId = await writeTransfer(deps, trx, order, rows);
  const attempt = await deps.attempts.find({ attemptId }, trx);
  if (attempt === undefined) throw new Error('an attempt is gone that was just written');
  await queueReturn(deps, trx, {
    attempt,
    satang: order.amount_satang,
    kind: 'duplicate',
    by,
    why,
  });
}

/**
 * The money is there. Of an order that was paid before somebody looked at its slip, it goes back. Slips that others are
 * sent beside stay until they are decided on, since each may be of a transfer that came.
 *
 * @throws {ApiError} `order_not_found`, `order_paid`; `request_invalid` where several slips wait and none is named
 */
export const confirmOrder = (deps: OrdersDeps, decision: OperatorDecision): Promise<void> =>
  decide(deps, decision, async (trx, order, rows) => {
    const [slip, ...more] = slipsNamed(
      await deps.slips.findOpen(trx, order.coin_order_id),
      decision,
    );
    const refusal = judgeConfirm(rulesOf(order), slip !== undefined);
    if (refusal !== null) throw new ApiError(refusal);
    if (more.length > 0) throw badSlip('several slips wait: say which one');
    const slips = slip === undefined ? [] : [slip];
    if (isPaidOnce(order.status)) {
      await returnTransfer(deps, trx, order, rows, decision);
      return decideSlips(deps, trx, order, slips, { ...decision, what: 'paid_again' });
    }
    const paidAttemptId = await attemptOfMoney(deps, trx, order, rows, slip);
    const moved = await moveOrder(deps, trx, order, {
      status: 'paid',
      reason: reasonOfPaid(order.status),
      paidAttemptId,
      credits: true,
    });
    await deps.slips.decide(trx, slips, 'accepted', deps.clock());
    await logDecision(deps, trx, moved, 'confirmed', decision);
    await returnKept(deps, trx, rows, decision, paidAttemptId);
    return { moved, result: undefined };
  });

/**
 * The money is not there, or not the right one: what came in goes back. Of an order that was paid before somebody looked
 * at its slip, or that has another one that waits, only the slip is rejected.
 *
 * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`; `request_invalid` where the slip that is named does
 *   not wait
 */
export const rejectOrder = (deps: OrdersDeps, decision: OperatorDecision): Promise<void> =>
  decide(deps, decision, async (trx, order, rows) => {
    const open = await deps.slips.findOpen(trx, order.coin_order_id);
    const slips = slipsNamed(open, decision);
    const refusal = judgeReject(rulesOf(order), slips.length > 0);
    if (refusal !== null) throw new ApiError(refusal);
    if (isPaidOnce(order.status) || slips.length < open.length) {
      return decideSlips(deps, trx, order, slips, { ...decision, what: 'slip_rejected' });
    }
    const reason = order.reason === 'slip_sent' ? 'slip_rejected' : 'closed_by_operator';
    const moved = await moveOrder(deps, trx, order, { status: 'failed', reason });
    for (const { payment_attempt_id: attemptId } of rows.filter(
      (row) => isTransfer(row) && (row.status === 'created' || row.status === 'pending'),
    )) {
      await deps.attempts.set(trx, attemptId, { status: 'failed', reason });
    }
    await deps.slips.decide(trx, slips, 'rejected', deps.clock());
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
    const paid = rows.find((row) => row.payment_attempt_id === order.paid_attempt_id);
    const paidSatang = paid?.paid_satang ?? order.amount_satang;
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
    const order = known && (await orders.lock(trx, known.coin_order_id));
    const refund = known && (await refunds.find(known.order_refund_id, trx));
    if (order === undefined || refund?.status !== 'by_hand') throw new ApiError('order_not_found');
    const attempt = await attempts.find({ attemptId: refund.payment_attempt_id }, trx);
    await refunds.set(trx, refund.order_refund_id, { status: 'done', done_at: clock() });
    await attempts.set(trx, refund.payment_attempt_id, {
      status: 'refunded',
      refunded_satang: attempt?.paid_satang ?? refund.amount_satang,
    });
    await log(deps, trx, order, {
      who: `operator:${by}`,
      what: 'baht_returned',
      attemptId: refund.payment_attempt_id,
      details: { why, satang: refund.amount_satang },
    });
  });
}
