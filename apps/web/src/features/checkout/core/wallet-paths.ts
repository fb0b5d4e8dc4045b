import { createTabDraft } from '../../../shared/storage/tab-draft.ts';

const withOrder = (path: string, orderId: string): string => `${path}?order=${orderId}`;

/** The addresses of the flow; the order is in each, so that a reload and the back key find it. */
export const WALLET_PATHS = {
  store: '/wallet',
  custom: '/wallet/modal/custom-coin',
  options: (orderId: string): string => withOrder('/wallet/payment-options', orderId),
  confirm: (orderId: string, method?: string): string =>
    withOrder('/wallet/confirm-order', orderId) + (method ? `&method=${method}` : ''),
  slip: (orderId: string): string => withOrder('/wallet/confirm-order/upload-slip', orderId),
  result: (orderId: string): string => withOrder('/wallet/payment-options/payment-result', orderId),
} as const;

/** Where a provider's page leads back to, of the desktop flow. */
export const RESULT_PATH = '/wallet/payment-options/payment-result';

/** Where the fan came from to buy coins (a live), for the way back once they are there; `null`: from nowhere. */
export const wayBack = createTabDraft('wallet-way-back', { path: null as string | null });
