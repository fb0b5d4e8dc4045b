import { wayBack } from '../core/wallet-paths.ts';

/** The addresses of the flow on a phone. From the order on its id stands in each. */
export const FLOW_PATHS = {
  coin: '/wallet/mobile-payment/coin',
  method: (orderId: string): string => `/wallet/mobile-payment/payment-selected?order=${orderId}`,
  result: (orderId: string): string => `/wallet/mobile-payment/result?order=${orderId}`,
} as const;

const RESULT_PATH = '/wallet/mobile-payment/result';

/** Where a provider's page leads back to: to the live that coins are bought for. The server adds `?order=`. */
export function useReturnPath(): string {
  const { path } = wayBack.use();
  return path?.startsWith('/live/') ? path : RESULT_PATH;
}
