import { setTimeout as wait } from 'node:timers/promises';
import type { Order } from '@sangwian/contract/endpoints/orders';
import type { FanBook, StormScene } from './fan-actions.ts';

/** An attempt is asked about once a minute, and a call of a killed node holds its key for half of one. */
const ROUNDS_MAX = 200;
const ROUNDS_BEFORE_CANCEL = 4;
const AGAIN_MS = 500;
const PAGE = 100;

/** A payment as the sandbox knows it. */
interface ProviderPayment {
  readonly payment_id: string;
  readonly provider: string;
  readonly status: string;
  readonly amount_satang: number;
  readonly refunded_satang: number;
  readonly dispute: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

async function ordersOf({ calls }: StormScene, { fan }: FanBook): Promise<Order[]> {
  const orders: Order[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await calls.api(`/order?limit=${PAGE}${cursor}`, { fan });
    orders.push(...body.data);
    if (body.next_cursor === null) return orders;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

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

/**
 * Lets every payment come to its end, and the site hear of it: fair weather, nobody pays any more, all is asked. Who
 * was left by a killed node before the provider was called, and went away, cancels in the end.
 */
export async function calmDown(scene: StormScene, books: readonly FanBook[]): Promise<void> {
  const { calls } = scene;
  await endAtProviders(scene);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await calls.operator('/payments/reconcile', {});
    let pending = 0;
    for (const book of books) {
      for (const order of await ordersOf(scene, book)) {
        if (order.status !== 'pending') continue;
        pending += 1;
        if (round >= ROUNDS_BEFORE_CANCEL) {
          await calls.api(`/order/${order.order_id}/cancel`, { fan: book.fan, body: {} });
        }
      }
    }
    if (pending === 0) return;
    await wait(AGAIN_MS);
  }
  throw new Error('orders stay pending although nobody pays any more');
}

const isPaid = ({ status }: ProviderPayment): boolean =>
  status === 'successful' || status === 'COMPLETED';

/** What a provider holds of an order's baht: paid, not given back, not taken back by the bank. */
const heldBy = (payments: readonly ProviderPayment[]): number =>
  payments
    .filter((payment) => isPaid(payment) && payment.dispute === null)
    .reduce((sum, payment) => sum + payment.amount_satang - payment.refunded_satang, 0);

/** A refund as operators see it. */
interface SeenRefund {
  readonly status: string;
  readonly baht: string;
}

/** Baht that an operator has yet to give back by hand, since the provider cannot. */
const owedByHand = (refunds: readonly SeenRefund[]): number =>
  refunds
    .filter(({ status }) => status === 'by_hand')
    .reduce((sum, { baht }) => sum + Number(baht.replace('.', '')), 0);

function orderFault(
  order: Order,
  payments: readonly ProviderPayment[],
  refunds: readonly SeenRefund[],
): string | null {
  const held = heldBy(payments) - owedByHand(refunds);
  const due = {
    paid: order.satang,
    refunded: 0,
    charged_back: 0,
    waiting: 0,
    failed: 0,
    cancelled: 0,
    expired: 0,
  } as Partial<Record<Order['status'], number>>;
  const expected = due[order.status];
  // What awaits an operator may hold anything: that is why it waits.
  if (expected === undefined || held === expected) return null;
  return `order ${order.order_id} is ${order.status} for ${order.satang} satang, and the provider holds ${held}: ${JSON.stringify(payments)}`;
}

/**
 * What is wrong after a storm, in words: the ledger's invariants, every balance against what its fan was told, every
 * order against what the provider holds of its baht.
 */
export async function findStormFaults(
  scene: StormScene,
  books: readonly FanBook[],
): Promise<string[]> {
  const { calls } = scene;
  const ledger = await calls.operator('/ledger/check', {});
  const faults: string[] = [...ledger.body.faults];
  const { body: payments } = await calls.sandbox('/payments/api/payments');
  for (const book of books) {
    const { fan, redeemed, spent, confirmedIds } = book;
    const orders = await ordersOf(scene, book);
    const missing = [...book.orderIds].filter(
      (id) => !orders.some(({ order_id: orderId }) => orderId === id),
    );
    for (const id of missing) faults.push(`order ${id} was acknowledged and is not there`);
    const bought = orders
      .filter(({ status }) => status === 'paid')
      .reduce((sum, order) => sum + order.base_coins + order.bonus_coins, 0);
    const { body } = await calls.api(`/auth/member/wallet?member_id=${fan.memberId}`, { fan });
    const { balance, owed } = body.data;
    if (balance - owed !== bought + redeemed - spent) {
      faults.push(
        `${fan.memberId} holds ${balance} and owes ${owed}, after ${bought} bought, ${redeemed} redeemed and ${spent} spent`,
      );
    }
    for (const order of orders) {
      if (confirmedIds.has(order.order_id)) continue;
      const { body: seen } = await calls.operator(`/orders/one?order=${order.order_id}`);
      const attemptIds: string[] = seen.attempts.map(
        (one: { attempt_id: string }) => one.attempt_id,
      );
      const own = (payments as ProviderPayment[]).filter(({ metadata }) =>
        Object.values(metadata).some((value) => attemptIds.includes(String(value))),
      );
      const fault = orderFault(order, own, seen.refunds);
      if (fault !== null) faults.push(fault);
    }
  }
  return faults;
}
