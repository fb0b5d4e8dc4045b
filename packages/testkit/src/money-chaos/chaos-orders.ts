import { OrdersStore } from '@sangwian/api/domains/money/orders/orders.store';
import { RefundsStore } from '@sangwian/api/domains/money/orders/refunds.store';
import type { Order } from '@sangwian/contract/endpoints/orders';
import type { ChaosScene, FanBook } from './chaos-scene.ts';

const PAGE = 100;
const GONE_MAX = 10_000;

/** The fields of an order that are verified. */
export type ChaosOrder = Pick<
  Order,
  'order_id' | 'status' | 'satang' | 'base_coins' | 'bonus_coins' | 'method'
>;

/** Returns the orders of a fan from the API, or from the database if the fan was deleted. */
export async function ordersOf(
  { calls, world }: ChaosScene,
  { fan, state }: FanBook,
): Promise<readonly ChaosOrder[]> {
  if (state === 'gone') {
    const wanted = { memberId: fan.memberId, status: undefined, before: null, limit: GONE_MAX };
    const rows = await new OrdersStore(world.db).findPage(wanted);
    return rows.map((row) => ({ ...row, order_id: row.coin_order_id, satang: row.amount_satang }));
  }
  const orders: Order[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await calls.api(`/order?limit=${PAGE}${cursor}`, { fan });
    orders.push(...body.data);
    if (body.next_cursor === null) return orders;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

/** Counts the refunds that providers have not paid yet, except those that an operator pays by hand. */
export async function countComingRefunds({ world }: ChaosScene): Promise<number> {
  const open = await new RefundsStore(world.db).countOpen();
  return open
    .filter(({ status }) => status !== 'by_hand')
    .reduce((sum, { refunds }) => sum + refunds, 0);
}
