import type { MovementAbout } from '@sangwian/contract/endpoints/coins';
import type { MemberId } from '@sangwian/contract/ids';
import type { Transaction } from 'kysely';
import { addNotices } from '../../../platform/notices/add-notices.ts';
import type { Database } from '../../../schema/database.ts';
import type { Outcome } from './evaluate-snapshot.ts';
import { refundedCoins } from './order-rules.ts';
import type { NewEvent, OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';

/** An order before and after a change, and whether coins were transferred. Published after the commit. */
export interface OrderTransition {
  readonly before: OrderRow;
  readonly after: OrderRow;
  readonly coinsMoved: boolean;
}

const aboutOrder = ({ coin_order_id: id, number }: OrderRow): MovementAbout => ({
  type: 'order',
  id,
  title_th: `คำสั่งซื้อ ${number}`,
  title_en: `Order ${number}`,
});

/** Credits the ordered coins. The wallet pays an open debt from them. Idempotent per order. */
async function creditOrder(
  { wallet }: Pick<OrdersDeps, 'wallet'>,
  trx: Transaction<Database>,
  order: OrderRow,
): Promise<void> {
  const credit = { memberId: order.member_id as MemberId, about: aboutOrder(order) };
  const key = `order:${order.coin_order_id}`;
  await wallet.credit(trx, {
    ...credit,
    from: order.ledger_account,
    coins: order.base_coins,
    kind: 'purchase',
    idempotencyKey: `${key}:base`,
  });
  if (order.bonus_coins === 0) return;
  await wallet.credit(trx, {
    ...credit,
    from: 'granted',
    coins: order.bonus_coins,
    kind: 'bonus',
    idempotencyKey: `${key}:bonus`,
  });
}

/** A range of the order's refunded satang. */
type SatangRange = NonNullable<Outcome['restoration']>;

const coinsBetween = (
  coins: number,
  { beforeSatang, nowSatang }: SatangRange,
  paidSatang: number,
): number =>
  refundedCoins(coins, nowSatang, paidSatang) - refundedCoins(coins, beforeSatang, paidSatang);

/** Counts earlier chargeback reversals. Each round of chargeback and reversal needs different idempotency keys. */
const countUndoneChargebacks = (
  { orders }: Pick<OrdersDeps, 'orders'>,
  trx: Transaction<Database>,
  { coin_order_id: orderId }: OrderRow,
): Promise<number> => orders.countEvents(trx, orderId, 'chargeback_undone');

/** Takes coins back for refunded baht. Coins that are already spent become a debt. */
async function clawBackOrder(
  deps: Pick<OrdersDeps, 'orders' | 'wallet'>,
  trx: Transaction<Database>,
  order: OrderRow,
  { kind, ...range }: NonNullable<Outcome['clawback']>,
  paidSatang: number,
): Promise<void> {
  const { wallet } = deps;
  const round = await countUndoneChargebacks(deps, trx, order);
  await wallet.clawBack(trx, {
    memberId: order.member_id as MemberId,
    about: aboutOrder(order),
    kind,
    parts: [
      { to: order.ledger_account, coins: coinsBetween(order.base_coins, range, paidSatang) },
      { to: 'granted', coins: coinsBetween(order.bonus_coins, range, paidSatang) },
    ],
    idempotencyKey: `order:${order.coin_order_id}:back:${range.nowSatang}${round === 0 ? '' : `:${round}`}`,
  });
}

/** Restores the coins that a chargeback took. They pay an open debt first. */
async function restoreCoins(
  deps: Pick<OrdersDeps, 'orders' | 'wallet'>,
  trx: Transaction<Database>,
  order: OrderRow,
  range: SatangRange,
  paidSatang: number,
): Promise<void> {
  const key = `order:${order.coin_order_id}:again:${await countUndoneChargebacks(deps, trx, order)}`;
  const parts = [
    { from: order.ledger_account, kind: 'purchase', coins: order.base_coins },
    { from: 'granted', kind: 'bonus', coins: order.bonus_coins },
  ] as const;
  for (const { from, kind, coins: whole } of parts) {
    const coins = coinsBetween(whole, range, paidSatang);
    if (coins === 0) continue;
    await deps.wallet.credit(trx, {
      memberId: order.member_id as MemberId,
      about: aboutOrder(order),
      from,
      kind,
      coins,
      idempotencyKey: `${key}:${kind}`,
    });
  }
}

/** Queues the receipt of an order that became paid or refunded. */
async function queueReceipt(
  { receipts, clock }: Pick<OrdersDeps, 'receipts' | 'clock'>,
  trx: Transaction<Database>,
  { before, after }: Pick<OrderTransition, 'before' | 'after'>,
  { clawback }: OrderChange,
): Promise<void> {
  const { status } = after;
  if (status === before.status || (status !== 'paid' && status !== 'refunded')) return;
  const satang = status === 'paid' ? after.amount_satang : clawback?.nowSatang;
  await receipts.queue(trx, after, {
    kind: status,
    satang: satang ?? after.amount_satang,
    at: clock(),
  });
}

/** Whether members get a notice of an order that reached this status. */
const isNoticed = (status: OrderRow['status']): status is 'paid' | 'failed' =>
  status === 'paid' || status === 'failed';

/** Writes the notice of an order that became paid or failed, once for each status. */
async function noticeOrder(
  { clock }: Pick<OrdersDeps, 'clock'>,
  trx: Transaction<Database>,
  { before, after }: Pick<OrderTransition, 'before' | 'after'>,
): Promise<void> {
  const { coin_order_id: orderId, number, status, base_coins, bonus_coins } = after;
  if (status === before.status || !isNoticed(status)) return;
  await addNotices(trx, clock(), [
    {
      memberId: after.member_id as MemberId,
      key: `order:${orderId}:${status}`,
      about: {
        kind: 'order',
        order_id: orderId,
        number,
        status,
        coins: base_coins + bonus_coins,
      },
    },
  ]);
}

export interface OrderChange {
  readonly status: OrderRow['status'];
  readonly reason: OrderRow['reason'];
  readonly paidAttemptId?: string | null;
  readonly creditsCoins?: boolean;
  readonly clawback?: Outcome['clawback'];
  readonly restoration?: Outcome['restoration'];
  /** The paid amount, to compute the refunded share of the coins. */
  readonly paidSatang?: number;
}

/**
 * Changes the status of a locked order and transfers its coins, in the caller's transaction. No other code
 * changes the status of an order.
 */
export async function transitionOrder(
  deps: Pick<OrdersDeps, 'clock' | 'orders' | 'wallet' | 'receipts'>,
  trx: Transaction<Database>,
  before: OrderRow,
  change: OrderChange,
): Promise<OrderTransition> {
  const { status, reason, creditsCoins = false, clawback = null, restoration = null } = change;
  const after: OrderRow = {
    ...before,
    status,
    reason,
    paid_attempt_id:
      change.paidAttemptId === undefined ? before.paid_attempt_id : change.paidAttemptId,
    paid_at: creditsCoins ? deps.clock() : before.paid_at,
  };
  const { paid_attempt_id, paid_at } = after;
  await deps.orders.set(trx, before.coin_order_id, { status, reason, paid_attempt_id, paid_at });
  if (creditsCoins) await creditOrder(deps, trx, after);
  if (clawback !== null) {
    await clawBackOrder(deps, trx, after, clawback, change.paidSatang ?? after.amount_satang);
  }
  if (restoration !== null) {
    await restoreCoins(deps, trx, after, restoration, change.paidSatang ?? after.amount_satang);
  }
  await queueReceipt(deps, trx, { before, after }, change);
  await noticeOrder(deps, trx, { before, after });
  return { before, after, coinsMoved: creditsCoins || clawback !== null || restoration !== null };
}

export const addOrderEvent = (
  { orders, clock }: Pick<OrdersDeps, 'orders' | 'clock'>,
  trx: Transaction<Database>,
  order: OrderRow,
  event: Pick<NewEvent, 'actor' | 'what' | 'details'> & { readonly attemptId?: string | null },
): Promise<void> =>
  orders.addEvent(trx, {
    attemptId: null,
    ...event,
    orderId: order.coin_order_id,
    statusAfter: order.status,
    reason: order.reason,
    at: clock(),
  });

/** Publishes a change of an order after the commit, and counts it. */
export function publishTransition(
  { bus, metrics }: OrdersDeps,
  { before, after, coinsMoved }: OrderTransition,
): void {
  const memberId = after.member_id as MemberId;
  bus.publish('order:changed', {
    memberId,
    order_id: after.coin_order_id,
    status: after.status,
    reason: after.reason,
  });
  if (coinsMoved) bus.publish('wallet:changed', { memberId });
  if (after.status === before.status) return;
  if (isNoticed(after.status)) bus.publish('notices:changed', { memberIds: [memberId] });
  metrics.countOrder(after.status, after.method);
  if (after.status === 'paid' && after.paid_at !== null) {
    metrics.observePayment(
      (after.paid_at.getTime() - after.created_at.getTime()) / 1_000,
      after.method,
    );
  }
}
