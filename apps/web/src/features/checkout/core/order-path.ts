import type { Order } from '@sangwian/contract/endpoints/orders';
import { type OrderStage, stageOf } from './order-state.ts';
import { WALLET_PATHS } from './wallet-paths.ts';

type Way = Readonly<Record<OrderStage, (orderId: string) => string>>;

const withOrder = (path: string) => (orderId: string) => `${path}?order=${orderId}`;
const PHONE_RESULT = withOrder('/wallet/mobile-payment/result');

const ON_A_PHONE: Way = {
  choose: withOrder('/wallet/mobile-payment/payment-selected'),
  paying: withOrder('/wallet/mobile-payment/qr'),
  confirming: PHONE_RESULT,
  paid: PHONE_RESULT,
  failed: PHONE_RESULT,
  over: PHONE_RESULT,
};

const ELSEWHERE: Way = {
  choose: WALLET_PATHS.options,
  paying: WALLET_PATHS.confirm,
  confirming: WALLET_PATHS.result,
  paid: WALLET_PATHS.result,
  failed: WALLET_PATHS.result,
  over: WALLET_PATHS.result,
};

/** The page where an order goes on, with its id: a reload and a return from the bank's page come back to it. */
export function orderPath(
  order: Pick<Order, 'order_id' | 'status'>,
  form: 'phone' | 'desktop',
): string {
  const way = form === 'phone' ? ON_A_PHONE : ELSEWHERE;
  return way[stageOf(order)](order.order_id);
}
