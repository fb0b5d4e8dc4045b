import type { Order } from '@sangwian/contract/endpoints/orders';
import { type OrderStage, stageOf } from './order-state.ts';
import { WALLET_PATHS } from './wallet-paths.ts';

type StagePaths = Readonly<Record<OrderStage, (orderId: string) => string>>;

const withOrder = (path: string) => (orderId: string) => `${path}?order=${orderId}`;
const PHONE_RESULT = withOrder('/wallet/mobile-payment/result');

const PHONE_PATHS: StagePaths = {
  choose: withOrder('/wallet/mobile-payment/payment-selected'),
  paying: withOrder('/wallet/mobile-payment/qr'),
  confirming: PHONE_RESULT,
  paid: PHONE_RESULT,
  failed: PHONE_RESULT,
  over: PHONE_RESULT,
};

const DESKTOP_PATHS: StagePaths = {
  choose: WALLET_PATHS.options,
  paying: WALLET_PATHS.confirm,
  confirming: WALLET_PATHS.result,
  paid: WALLET_PATHS.result,
  failed: WALLET_PATHS.result,
  over: WALLET_PATHS.result,
};

/**
 * Returns the URL of the page for the current stage of an order. The URL contains the order's id, for reloads and
 * provider redirects.
 */
export function orderPath(
  order: Pick<Order, 'order_id' | 'status'>,
  form: 'phone' | 'desktop',
): string {
  const paths = form === 'phone' ? PHONE_PATHS : DESKTOP_PATHS;
  return paths[stageOf(order)](order.order_id);
}
