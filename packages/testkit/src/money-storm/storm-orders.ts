import { OrdersStore } from '@sangwian/api/domains/money/orders/orders.store';
import { RefundsStore } from '@sangwian/api/domains/money/orders/refunds.store';
import type { Order } from '@sangwian/contract/endpoints/orders';
import type { FanBook, StormScene } from './storm-scene.ts';

const PAGE = 100;
const GONE_MAX = 10_000;

/** Of an order, what a storm looks at. */
export type StormOrder = Pick<
  Order,
  'order_id' | 'status' | 'satang' | 'base_coins' | 'bonus_coins' | 'method'
>;

/** A fan's orders as the fan sees them; of who is gone, as the database has them. */
export async function ordersOf(
  { calls, world }: StormScene,
  { fan, state }: FanBook,
): Promise<readonly StormOrder[]> {
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

/** How many refunds providers have yet to be asked for, or to do; those that an operator does by hand are none of them. */
export async function countComingRefunds({ world }: StormScene): Promise<number> {
  const open = await new RefundsStore(world.db).countOpen();
  return open
    .filter(({ status }) => status !== 'by_hand')
    .reduce((sum, { refunds }) => sum + refunds, 0);
}
