import type { Order } from '@sangwian/contract/endpoints/orders';
import { ApiError } from '../../../shared/api/api-error.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { forgetIntent, intentKey } from '../../../shared/ids/intent-key.ts';
import { keepToldPrice } from './told-prices.ts';

/** What is to be bought, for what the fan was shown that it costs. */
export type Choice = { readonly satang: number } & (
  | { readonly package_id: number }
  | { readonly custom_coins: number }
);

const intentOf = (choice: Choice): string =>
  'package_id' in choice
    ? `order:${choice.package_id}:${choice.satang}`
    : `order:custom-${choice.custom_coins}:${choice.satang}`;

/** The first call is still being answered; its key stays good. */
const isUnderWay = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 'idempotency_in_progress';

/**
 * Orders coins. Called again for the same choice (a second click, a lost answer, the back key) it answers with the same
 * order, until that one was begun to be paid (`useOrder` sees that).
 *
 * @throws {ApiError} `package_not_found`, `coins_out_of_range`, `buyer_too_young`, `order_limit_reached`;
 *   `price_changed`, see `newPriceOf`
 * @throws {ConnectionError} without a network: nothing is lost, and the same call may be made again
 */
export async function startOrder(choice: Choice): Promise<Order> {
  const { satang, ...what } = choice;
  const intent = intentOf(choice);
  try {
    const { data } = await callApi('POST /order', {
      body: { ...what, expected_satang: satang },
      idempotencyKey: intentKey(intent),
    });
    return data;
  } catch (error) {
    if (!isUnderWay(error)) forgetIntent(intent);
    const told = newPriceOf(error);
    if (told !== null) keepToldPrice(choice, told);
    throw error;
  }
}

/** The price that a `price_changed` refusal tells, in satang; `null` of anything else. */
export function newPriceOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 'price_changed') return null;
  const told = error.body.details?.find(({ path }) => path === 'expected_satang')?.message;
  const satang = Number(told);
  return told !== undefined && Number.isSafeInteger(satang) && satang > 0 ? satang : null;
}

interface Payment {
  readonly order: Pick<Order, 'order_id' | 'satang'>;
  readonly method: NonNullable<Order['method']>;
  /** What the provider's script made of the card. */
  readonly cardToken?: string;
  /** Where the provider's page leads back to; `?order=` is added to it. */
  readonly returnPath: string;
}

/**
 * Begins to pay an order. Called again before an answer came it begins nothing anew.
 *
 * @throws {ApiError} `order_not_found`, `order_closed`, `order_paid`, `payment_method_unavailable`, `price_changed`,
 *   `purchase_failed`, `purchase_unsuccessful`, `qr_failed`
 * @throws {ConnectionError} without a network: the same call may be made again
 */
export async function payOrder(payment: Payment): Promise<Order> {
  const { order, method, cardToken, returnPath } = payment;
  // Another card is another intent; the token is used up by the first try.
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
    if (!isUnderWay(error)) forgetIntent(intent);
    throw error;
  }
}
