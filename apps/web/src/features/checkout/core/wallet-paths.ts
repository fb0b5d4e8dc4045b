import { createTabDraft } from '../../../shared/storage/tab-draft.ts';

const withOrder = (path: string, orderId: string): string => `${path}?order=${orderId}`;

/** The URLs of the desktop flow. Each URL contains the order's id, for reloads and the back button. */
export const WALLET_PATHS = {
  store: '/wallet',
  custom: '/wallet/modal/custom-coin',
  options: (orderId: string): string => withOrder('/wallet/payment-options', orderId),
  confirm: (orderId: string, method?: string): string =>
    withOrder('/wallet/confirm-order', orderId) + (method ? `&method=${method}` : ''),
  slip: (orderId: string): string => withOrder('/wallet/confirm-order/upload-slip', orderId),
  result: (orderId: string): string => withOrder('/wallet/payment-options/payment-result', orderId),
} as const;

/** The page to which a provider redirects in the desktop flow. */
export const RESULT_PATH = '/wallet/payment-options/payment-result';

/** The page, usually a live, to which the fan returns after buying coins; `null` without one. */
export const purchaseOrigin = createTabDraft('wallet-way-back', { path: null as string | null });
