import { purchaseOrigin } from '../core/wallet-paths.ts';

/** The URLs of the phone flow. After an order is created, every URL contains its id. */
export const FLOW_PATHS = {
  coin: '/wallet/mobile-payment/coin',
  method: (orderId: string): string => `/wallet/mobile-payment/payment-selected?order=${orderId}`,
  result: (orderId: string): string => `/wallet/mobile-payment/result?order=${orderId}`,
} as const;

const RESULT_PATH = '/wallet/mobile-payment/result';

/** Returns the page to which a provider redirects: the live or the result page. The server adds `?order=`. */
export function useReturnPath(): string {
  const { path } = purchaseOrigin.use();
  return path?.startsWith('/live/') ? path : RESULT_PATH;
}
