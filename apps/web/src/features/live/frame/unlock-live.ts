import type { ResponseOf } from '@sangwian/contract/contract';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { forgetIntent, intentKey } from '../../../shared/ids/intent-key.ts';

/**
 * Unlocks a premium live for the price that the page shows. Idempotent: a second click, a lost response or a reload
 * charges nothing more.
 *
 * @throws {ApiError} `price_changed` (see `changedPriceOf`), `balance_insufficient`, `wallet_blocked`, `live_ended`,
 *   `live_not_found`
 * @throws {ConnectionError} without a network; retry with the same arguments
 */
export async function unlockLive(
  call: CallApi,
  programLiveId: string,
  coins: number,
): Promise<ResponseOf<'POST /live/{program_live_id}/unlock'>['data']> {
  const intent = `unlock:${programLiveId}:${coins}`;
  try {
    const { data } = await call('POST /live/{program_live_id}/unlock', {
      params: { program_live_id: programLiveId as ProgramLiveId },
      body: { expected_coins: coins },
      idempotencyKey: intentKey(intent),
    });
    forgetIntent(intent);
    return data;
  } catch (error) {
    // The key is kept for a retry after a lost response, and while the server still processes the first request.
    if (error instanceof ApiError && error.status !== 'idempotency_in_progress') {
      forgetIntent(intent);
    }
    throw error;
  }
}

/** Returns the new price in coins from a `price_changed` refusal; `null` for any other error. */
export function changedPriceOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 'price_changed') return null;
  const price = error.body.details?.find(({ path }) => path === 'expected_coins')?.message;
  const coins = Number(price);
  return price !== undefined && Number.isSafeInteger(coins) && coins >= 0 ? coins : null;
}
