import type { MovementAbout } from '@sangwian/contract/endpoints/coins';
import type { MemberId } from '@sangwian/contract/ids';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { Outcome } from './judge-view.ts';
import { coinsOfRefund } from './order-rules.ts';
import type { NewEvent, OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';

/** What an order is now, and whether its member's coins moved: for who is told after the commit. */
export interface Moved {
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

/** Credits what was ordered. A second credit of the same order moves nothing. */
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

/** Baht of an order that went: from so many on, to so many. */
type Span = NonNullable<Outcome['restores']>;

const coinsBetween = (
  coins: number,
  { beforeSatang, nowSatang }: Span,
  paidSatang: number,
): number =>
  coinsOfRefund(coins, nowSatang, paidSatang) - coinsOfRefund(coins, beforeSatang, paidSatang);

/** What of an order's coins went and came back before has had its keys: each time has its own. */
const findTurn = (
  { orders }: Pick<OrdersDeps, 'orders'>,
  trx: Transaction<Database>,
  { coin_order_id: orderId }: OrderRow,
): Promise<number> => orders.countEvents(trx, orderId, 'chargeback_undone');

/** Takes coins back for baht that went back; what was spent of them is owed. */
async function takeBackOrder(
  deps: Pick<OrdersDeps, 'orders' | 'wallet'>,
  trx: Transaction<Database>,
  order: OrderRow,
  { kind, ...span }: NonNullable<Outcome['takesBack']>,
  paidSatang: number,
): Promise<void> {
  const { wallet } = deps;
  const turn = await findTurn(deps, trx, order);
  await wallet.takeBack(trx, {
    memberId: order.member_id as MemberId,
    about: aboutOrder(order),
    kind,
    parts: [
      { to: order.ledger_account, coins: coinsBetween(order.base_coins, span, paidSatang) },
      { to: 'granted', coins: coinsBetween(order.bonus_coins, span, paidSatang) },
    ],
    idempotencyKey: `order:${order.coin_order_id}:back:${span.nowSatang}${turn === 0 ? '' : `:${turn}`}`,
  });
}

/** Gives back what a chargeback took; what is owed for it is settled with that. */
async function restoreOrder(
  deps: Pick<OrdersDeps, 'orders' | 'wallet'>,
  trx: Transaction<Database>,
  order: OrderRow,
  span: Span,
  paidSatang: number,
): Promise<void> {
  const key = `order:${order.coin_order_id}:again:${await findTurn(deps, trx, order)}`;
  const parts = [
    { from: order.ledger_account, kind: 'purchase', coins: order.base_coins },
    { from: 'granted', kind: 'bonus', coins: order.bonus_coins },
  ] as const;
  for (const { from, kind, coins: whole } of parts) {
    const coins = coinsBetween(whole, span, paidSatang);
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

export interface OrderMove {
  readonly status: OrderRow['status'];
  readonly reason: OrderRow['reason'];
  readonly paidAttemptId?: string | null;
  readonly credits?: boolean;
  readonly takesBack?: Outcome['takesBack'];
  readonly restores?: Outcome['restores'];
  /** What was paid for it, for how much of it went back. */
  readonly paidSatang?: number;
}

/**
 * Moves a locked order on, with its coins, in the caller's transaction: the one place where an order becomes paid or
 * stops being so.
 */
export async function moveOrder(
  deps: Pick<OrdersDeps, 'clock' | 'orders' | 'wallet'>,
  trx: Transaction<Database>,
  before: OrderRow,
  move: OrderMove,
): Promise<Moved> {
  const { status, reason, credits = false, takesBack = null, restores = null } = move;
  const after: OrderRow = {
    ...before,
    status,
    reason,
    paid_attempt_id: move.paidAttemptId === undefined ? before.paid_attempt_id : move.paidAttemptId,
    paid_at: credits ? deps.clock() : before.paid_at,
  };
  const { paid_attempt_id, paid_at } = after;
  await deps.orders.set(trx, before.coin_order_id, { status, reason, paid_attempt_id, paid_at });
  if (credits) await creditOrder(deps, trx, after);
  if (takesBack !== null) {
    await takeBackOrder(deps, trx, after, takesBack, move.paidSatang ?? after.amount_satang);
  }
  if (restores !== null) {
    await restoreOrder(deps, trx, after, restores, move.paidSatang ?? after.amount_satang);
  }
  return { before, after, coinsMoved: credits || takesBack !== null || restores !== null };
}

/** Adds to what happened to an order. */
export const log = (
  { orders, clock }: Pick<OrdersDeps, 'orders' | 'clock'>,
  trx: Transaction<Database>,
  order: OrderRow,
  event: Pick<NewEvent, 'who' | 'what' | 'details'> & { readonly attemptId?: string | null },
): Promise<void> =>
  orders.addEvent(trx, {
    attemptId: null,
    ...event,
    orderId: order.coin_order_id,
    statusAfter: order.status,
    reason: order.reason,
    at: clock(),
  });

/** Tells everybody what has happened to an order: after the commit. */
export function tell({ bus, metrics }: OrdersDeps, { before, after, coinsMoved }: Moved): void {
  const memberId = after.member_id as MemberId;
  bus.publish('order:changed', {
    memberId,
    order_id: after.coin_order_id,
    status: after.status,
    reason: after.reason,
  });
  if (coinsMoved) bus.publish('wallet:changed', { memberId });
  if (after.status === before.status) return;
  metrics.moved(after.status, after.method);
  if (after.status === 'paid' && after.paid_at !== null) {
    metrics.paidAfter((after.paid_at.getTime() - after.created_at.getTime()) / 1_000, after.method);
  }
}
