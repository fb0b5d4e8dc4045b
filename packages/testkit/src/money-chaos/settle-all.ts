import { setTimeout as wait } from 'node:timers/promises';
import { TEST_OWNER_TOKEN } from '../start-test-api.ts';
import { retryDuringKills } from './chaos-calls.ts';
import { type ChaosOrder, countComingRefunds, ordersOf } from './chaos-orders.ts';
import type { ChaosScene } from './chaos-scene.ts';
import { endShow } from './show-actions.ts';

/**
 * Time limit for a poll of each attempt (one minute), the refund lease of a killed node (another minute) and the lock
 * of an idempotency key (half a minute).
 */
/** More than three minutes: a killed node holds its lease for one, and the next attempt comes within another. */
const ROUNDS_MAX = 400;
const ROUNDS_BEFORE_CANCEL = 4;
const AGAIN_MS = 500;

/** Ends every pending payment and every dispute at the providers. */
async function endAtProviders({ calls }: ChaosScene): Promise<void> {
  await calls.sandbox('/payments/api/faults', undefined, 'DELETE');
  const { body: payments } = await calls.sandbox('/payments/api/payments');
  for (const { payment_id: id } of payments) {
    // A payment in another state refuses the action.
    for (const action of ['fail', 'expire']) {
      await calls.sandbox(`/payments/api/payments/${id}/${action}`, {});
    }
    await calls.sandbox(`/payments/api/payments/${id}/dispute_close`, { outcome: 'lost' });
  }
}

/** Cancels pending orders where that is allowed, and returns all orders that were pending. */
async function expireOrders(scene: ChaosScene, mayCancel: boolean): Promise<ChaosOrder[]> {
  const pending: ChaosOrder[] = [];
  for (const book of scene.books) {
    for (const order of await ordersOf(scene, book)) {
      if (order.status !== 'pending') continue;
      pending.push(order);
      if (!mayCancel) continue;
      const { fan } = book;
      await scene.calls.api(`/order/${order.order_id}/cancel`, { fan, body: {} });
    }
  }
  return pending;
}

/**
 * Completes every payment, refund, bout and deletion, without further faults and payments, and reconciles them. Orders
 * whose payment a killed node never sent to the provider are cancelled by their fans.
 */
export async function settleAll(scene: ChaosScene): Promise<void> {
  const { calls, world } = scene;
  await endAtProviders(scene);
  let unsettled: unknown;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await calls.call('POST /operator/payment/reconcile', { token: TEST_OWNER_TOKEN, body: {} });
    const pending = await expireOrders(scene, round >= ROUNDS_BEFORE_CANCEL);
    const isSettled = await endShow(scene);
    await retryDuringKills(() => world.wallet.forfeitLateCredits());
    const coming = await retryDuringKills(() => countComingRefunds(scene));
    if (pending.length === 0 && isSettled && coming === 0) return;
    unsettled = { pending, isSettled, coming };
    await wait(AGAIN_MS);
  }
  throw new Error(`seed ${scene.random.seed} is not settled: ${JSON.stringify(unsettled)}`);
}
