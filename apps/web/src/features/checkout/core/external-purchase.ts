import type { Order } from '@sangwian/contract/endpoints/orders';
import { ApiError } from '../../../shared/api/api-error.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { forgetIntent, intentKey } from '../../../shared/ids/intent-key.ts';
import { updateBalance } from '../../../shared/session/session.ts';
import { readStored, removeStored } from '../../../shared/storage/local-storage.ts';
import { newPriceOf } from './start-order.ts';
import { keepToldPrice } from './told-prices.ts';

/** Whether coins are bought on the account of the partner that the fan came from. */
export const hasPurchaseToken = (): boolean => Boolean(readStored('PURCHASE_TOKEN'));

/** What a purchase token is never good for again. */
const SPENT: ReadonlySet<string> = new Set(['purchase_token_invalid', 'token_used']);

/**
 * Buys a package on the partner's account by the Purchase token, which is good for one. Called again before an answer
 * came it buys nothing more.
 *
 * @returns the order, which is paid
 * @throws {ApiError} `purchase_token_invalid`, `token_used`, `package_not_found`, `price_changed`,
 *   `purchase_limit_reached`, `purchase_record_failed`
 */
export async function buyExternally(pack: {
  readonly package_id: number;
  readonly satang: number;
}): Promise<Order> {
  const intent = `external:${pack.package_id}:${pack.satang}`;
  try {
    const { data } = await callApi('POST /external/member/purchase', {
      body: { package_id: pack.package_id, expected_satang: pack.satang },
      idempotencyKey: intentKey(intent),
    });
    forgetIntent(intent);
    removeStored('PURCHASE_TOKEN');
    updateBalance(data.balance);
    return data.order;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 'idempotency_in_progress') {
      forgetIntent(intent);
      if (SPENT.has(error.status)) removeStored('PURCHASE_TOKEN');
    }
    const told = newPriceOf(error);
    if (told !== null) keepToldPrice(pack, told);
    throw error;
  }
}
