/** The addresses of the flow on a phone. From the order on its id stands in each. */
export const FLOW_PATHS = {
  coin: '/wallet/mobile-payment/coin',
  method: (orderId: string): string => `/wallet/mobile-payment/payment-selected?order=${orderId}`,
  result: (orderId: string): string => `/wallet/mobile-payment/result?order=${orderId}`,
} as const;

/** Where a provider's page leads back to; the server adds `?order=`. */
export const RETURN_PATH = '/wallet/mobile-payment/result';
