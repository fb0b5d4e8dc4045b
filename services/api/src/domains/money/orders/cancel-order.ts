import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { cancelErrorOf, isPastExpiry, orderFactsOf } from './order-rules.ts';
import type { OrderRow } from './orders.store.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { lockOwnOrder } from './pay-order.ts';
import type { ProviderName } from './payment-provider.ts';
import { closeWaitingAttempts } from './poll-provider.ts';
import { addOrderEvent, publishTransition, transitionOrder } from './transition-order.ts';

const EXPIRED_AT_ONCE_MAX = 100;

/**
 * Cancels an unpaid order, after polling the providers and cancelling the attempts there. A payment that
 * arrives later still credits the coins.
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
  if (cancelErrorOf(orderFactsOf(order)) === null) await closeWaitingAttempts(deps, order);
  const moved = await deps.db.transaction().execute(async (trx) => {
    const now = await lockOwnOrder(deps, trx, memberId, orderId);
    const refusal = cancelErrorOf(orderFactsOf(now));
    if (refusal !== null) throw new ApiError(refusal);
    if (now.status === 'cancelled') return null;
    const cancelled = await transitionOrder(deps, trx, now, { status: 'cancelled', reason: null });
    await addOrderEvent(deps, trx, cancelled.after, { actor: 'member', what: 'cancelled' });
    return cancelled;
  });
  if (moved !== null) publishTransition(deps, moved);
}

/**
 * Cancels the unpaid orders of a member in the transaction that deletes the account.
 *
 * @throws {ApiError} `order_open` if a payment may be under way
 */
export async function closeOrdersOf(
  deps: OrdersDeps,
  trx: Transaction<Database>,
  memberId: MemberId,
): Promise<void> {
  for (const order of await deps.orders.cancelWaiting(trx, memberId)) {
    await addOrderEvent(deps, trx, order, { actor: 'member', what: 'cancelled' });
  }
  if ((await deps.orders.countOpen(trx, memberId)) > 0) throw new ApiError('order_open');
}

async function endOrder(deps: OrdersDeps, orderId: string): Promise<void> {
  const moved = await deps.db.transaction().execute(async (trx) => {
    const order = await deps.orders.lock(trx, orderId);
    if (order === undefined || !isPastExpiry(orderFactsOf(order), deps.clock())) return null;
    const ended = await transitionOrder(deps, trx, order, { status: 'expired', reason: null });
    await addOrderEvent(deps, trx, ended.after, { actor: 'job', what: 'expired' });
    return ended;
  });
  if (moved !== null) publishTransition(deps, moved);
}

/**
 * Expires orders that have passed their expiry. Waiting attempts are closed at their providers first. If a
 * provider does not respond, its orders stay open until the next run. Several nodes may run this
 * concurrently, since each order is locked.
 *
 * @param stop ends the run after the current order
 */
export async function expireOrders(deps: OrdersDeps, stop?: AbortSignal): Promise<void> {
  const unresponsive = new Set<ProviderName>();
  let after: OrderRow | null = null;
  for (;;) {
    const expired: OrderRow[] = await deps.orders.findPastExpiry(
      deps.clock(),
      after,
      EXPIRED_AT_ONCE_MAX,
    );
    for (const order of expired) {
      if (stop?.aborted === true) return;
      const isAnswered =
        order.status === 'waiting' || (await closeWaitingAttempts(deps, order, { unresponsive }));
      if (isAnswered) await endOrder(deps, order.coin_order_id);
    }
    after = expired.at(-1) ?? null;
    if (expired.length < EXPIRED_AT_ONCE_MAX) return;
  }
}
