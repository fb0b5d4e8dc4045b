import type { Order } from '@sangwian/contract/endpoints/orders';
import { ApiError } from '../../../shared/api/api-error.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { forgetIntent, intentKey } from '../../../shared/ids/intent-key.ts';
import { overridePrice } from './price-overrides.ts';

/** The chosen coins with the price that the page shows. */
export type Choice = { readonly satang: number } & (
  | { readonly package_id: number }
  | { readonly custom_coins: number }
);

const intentOf = (choice: Choice): string =>
  'package_id' in choice
    ? `order:${choice.package_id}:${choice.satang}`
    : `order:custom-${choice.custom_coins}:${choice.satang}`;

/** Returns whether the request may still succeed. Its idempotency key is then kept for a retry. */
const mayStillSucceed = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 'idempotency_in_progress';

/**
 * Orders coins. Idempotent: the same choice (a second click, a lost response, the back button) returns the same order
 * until the payment of the order starts. `useOrder` then forgets the idempotency key.
 *
 * @throws {ApiError} `package_not_found`, `coins_out_of_range`, `buyer_too_young`, `order_limit_reached`;
 *   `price_changed`, see `changedPriceOf`
 * @throws {ConnectionError} without a network; retry with the same arguments
 */
export async function startOrder(choice: Choice): Promise<Order> {
  const { satang, ...item } = choice;
  const intent = intentOf(choice);
  try {
    const { data } = await callApi('POST /order', {
      body: { ...item, expected_satang: satang },
      idempotencyKey: intentKey(intent),
    });
    return data;
  } catch (error) {
    if (!mayStillSucceed(error)) forgetIntent(intent);
    const price = changedPriceOf(error);
    if (price !== null) overridePrice(choice, price);
    throw error;
  }
}

/** Returns the new price in satang from a `price_changed` refusal; `null` for any other error. */
export function changedPriceOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 'price_changed') return null;
  const price = error.body.details?.find(({ path }) => path === 'expected_satang')?.message;
  const satang = Number(price);
  return price !== undefined && Number.isSafeInteger(satang) && satang > 0 ? satang : null;
}

interface Payment {
  readonly order: Pick<Order, 'order_id' | 'satang'>;
  readonly method: NonNullable<Order['method']>;
  /** The token of the card from the provider's script. */
  readonly cardToken?: string;
  /** The page to which the provider redirects. The server adds `?order=`. */
  readonly returnPath: string;
}

/**
 * Starts the payment of an order. Repeated calls are idempotent until the API accepts or refuses the payment.
 *
 * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`, `payment_method_unavailable`, `price_changed`,
 *   `purchase_failed`, `purchase_unsuccessful`, `qr_failed`
 * @throws {ConnectionError} without a network; retry with the same arguments
 */
export async function payOrder(payment: Payment): Promise<Order> {
  const { order, method, cardToken, returnPath } = payment;
  // The card's token is part of the intent: each token can be used once, so another card needs another idempotency key.
  const intent = `pay:${order.order_id}:${method}:${cardToken ?? ''}`;
  try {
    const { data } = await callApi('POST /order/{order_id}/pay', {
      params: { order_id: order.order_id },
      body: {
        method,
        return_path: returnPath,
        expected_satang: order.satang,
        ...(cardToken === undefined ? {} : { card_token: cardToken }),
      },
      idempotencyKey: intentKey(intent),
    });
    forgetIntent(intent);
    return data;
  } catch (error) {
    if (!mayStillSucceed(error)) forgetIntent(intent);
    throw error;
  }
}
