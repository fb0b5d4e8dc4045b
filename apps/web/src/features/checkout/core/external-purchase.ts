import type { Order } from '@sangwian/contract/endpoints/orders';
import { ApiError } from '../../../shared/api/api-error.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { forgetIntent, intentKey } from '../../../shared/ids/intent-key.ts';
import { updateBalance } from '../../../shared/session/session.ts';
import { readStored, removeStored } from '../../../shared/storage/local-storage.ts';
import { overridePrice } from './price-overrides.ts';
import { changedPriceOf } from './start-order.ts';

/** Returns whether a partner charges for the coins. */
export const hasPurchaseToken = (): boolean => Boolean(readStored('PURCHASE_TOKEN'));

/** Refusals after which the Purchase token cannot be used again. */
const FINAL_REFUSALS: ReadonlySet<string> = new Set(['purchase_token_invalid', 'token_used']);

/**
 * Buys a package on the partner's account with the single-use Purchase token. Idempotent: a retry after a lost response
 * buys nothing more.
 *
 * @returns the paid order
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
      if (FINAL_REFUSALS.has(error.status)) removeStored('PURCHASE_TOKEN');
    }
    const price = changedPriceOf(error);
    if (price !== null) overridePrice(pack, price);
    throw error;
  }
}
