import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { settleAttempts } from './ask-provider.ts';
import { log, moveOrder, tell } from './move-order.ts';
import { isOver, judgeCancel } from './order-rules.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { lockOwnOrder } from './pay-order.ts';
import type { ProviderName } from './payment-provider.ts';

const OVER_AT_ONCE_MAX = 100;

const factsOf = (order: OrderRow) => ({
  status: order.status,
  reason: order.reason,
  expiresAt: order.expires_at,
});

/**
 * Cancels an order that is not paid; providers that it was begun with are asked first, and told to take nothing any
 * more. What comes in late nevertheless still credits.
 *
 * @throws {ApiError} `order_not_found`, `order_closed`, `order_awaiting_confirmation`, `order_paid`
 */
export async function cancelOrder(
  deps: OrdersDeps,
  memberId: MemberId,
  orderId: string,
): Promise<void> {
  const order = await deps.orders.find(orderId);
  if (order?.member_id !== memberId) throw new ApiError('order_not_found');
  if (judgeCancel(factsOf(order)) === null) await settleAttempts(deps, order);
  const moved = await deps.db.transaction().execute(async (trx) => {
    const now = await lockOwnOrder(deps, trx, memberId, orderId);
    const refusal = judgeCancel(factsOf(now));
    if (refusal !== null) throw new ApiError(refusal);
    if (now.status === 'cancelled') return null;
    const cancelled = await moveOrder(deps, trx, now, { status: 'cancelled', reason: null });
    await log(deps, trx, cancelled.after, { who: 'member', what: 'cancelled' });
    return cancelled;
  });
  if (moved !== null) tell(deps, moved);
}

/**
 * Ends what a member whose account is being deleted has not begun to pay, in the transaction that deletes it.
 *
 * @throws {ApiError} `order_open` where baht may be on their way
 */
export async function closeOrdersOf(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  memberId: MemberId,
): Promise<void> {
  for (const order of await deps.orders.cancelWaiting(trx, memberId)) {
    await log(deps, trx, order, { who: 'member', what: 'cancelled' });
  }
  if ((await deps.orders.countOpen(trx, memberId)) > 0) throw new ApiError('order_open');
}

async function endOrder(deps: OrdersDeps, orderId: string): Promise<void> {
  const moved = await deps.db.transaction().execute(async (trx) => {
    const order = await deps.orders.lock(trx, orderId);
    if (order === undefined || !isOver(factsOf(order), deps.clock())) return null;
    const ended = await moveOrder(deps, trx, order, { status: 'expired', reason: null });
    await log(deps, trx, ended.after, { who: 'job', what: 'expired' });
    return ended;
  });
  if (moved !== null) tell(deps, moved);
}

/**
 * Ends orders whose time is over. Providers are asked first; an order whose provider does not answer waits for the next
 * time, and nobody waits for that provider again in this round. Any number of nodes may do it at once: each order is
 * locked, and ends once.
 *
 * @param stop ends the round after the order that it is at
 */
export async function endOrders(deps: OrdersDeps, stop: AbortSignal): Promise<void> {
  const silent = new Set<ProviderName>();
  let after: OrderRow | null = null;
  for (;;) {
    const over: OrderRow[] = await deps.orders.findOver(deps.clock(), after, OVER_AT_ONCE_MAX);
    for (const order of over) {
      if (stop.aborted) return;
      const isAnswered =
        order.status === 'waiting' || (await settleAttempts(deps, order, { silent }));
      if (isAnswered) await endOrder(deps, order.coin_order_id);
    }
    after = over.at(-1) ?? null;
    if (over.length < OVER_AT_ONCE_MAX) return;
  }
}
