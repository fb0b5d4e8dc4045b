import { setTimeout as wait } from 'node:timers/promises';
import { endShow } from './show-actions.ts';
import { insist } from './storm-calls.ts';
import { countComingRefunds, ordersOf } from './storm-orders.ts';
import type { StormScene } from './storm-scene.ts';

/**
 * An attempt is asked about once a minute, a killed node holds the refund that it was at for another, and a call's key
 * for half of one.
 */
const ROUNDS_MAX = 200;
const ROUNDS_BEFORE_CANCEL = 4;
const AGAIN_MS = 500;

/** At the providers nobody decides any more: what waits fails or expires, and disputes are lost. */
async function endAtProviders({ calls }: StormScene): Promise<void> {
  await calls.sandbox('/payments/api/faults', undefined, 'DELETE');
  const { body: payments } = await calls.sandbox('/payments/api/payments');
  for (const { payment_id: id } of payments) {
    // What is not in a state for it refuses.
    for (const action of ['fail', 'expire']) {
      await calls.sandbox(`/payments/api/payments/${id}/${action}`, {});
    }
    await calls.sandbox(`/payments/api/payments/${id}/dispute_close`, { outcome: 'lost' });
  }
}

/** Orders that are being paid; in the end their fans cancel them. Returns how many there are. */
async function endOrders(scene: StormScene, mayCancel: boolean): Promise<number> {
  let pending = 0;
  for (const book of scene.books) {
    for (const order of await ordersOf(scene, book)) {
      if (order.status !== 'pending') continue;
      pending += 1;
      if (!mayCancel) continue;
      const { fan } = book;
      await scene.calls.api(`/order/${order.order_id}/cancel`, { fan, body: {} });
    }
  }
  return pending;
}

/**
 * Lets every payment, every refund, every bout and every deletion come to its end, and the site hear of it: fair
 * weather, nobody pays any more, all is asked. Who was left by a killed node before the provider was called, and went
 * away, cancels in the end.
 */
export async function calmDown(scene: StormScene): Promise<void> {
  const { calls, world } = scene;
  await endAtProviders(scene);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await calls.operator('/payments/reconcile', {});
    const pending = await endOrders(scene, round >= ROUNDS_BEFORE_CANCEL);
    const isSettled = await endShow(scene);
    await insist(() => world.wallet.forfeitLate());
    const coming = await insist(() => countComingRefunds(scene));
    if (pending === 0 && isSettled && coming === 0) return;
    await wait(AGAIN_MS);
  }
  throw new Error(
    'orders stay pending although nobody pays any more, gifts are not settled, or baht do not go back',
  );
}
