import type { ResponseOf } from '@sangwian/contract/contract';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { forgetIntent, intentKey } from '../../../shared/ids/intent-key.ts';

/**
 * Opens a premium live for the coins that the fan was shown. Called again (a second click, a lost answer, a reload) it
 * takes nothing more.
 *
 * @throws {ApiError} `price_changed` (see `newCoinsOf`), `balance_insufficient`, `wallet_blocked`, `live_ended`,
 *   `live_not_found`
 * @throws {ConnectionError} without a network: the same call may be made again
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
    // Without an answer, or with the first call still under way, the key stays good.
    if (error instanceof ApiError && error.status !== 'idempotency_in_progress') {
      forgetIntent(intent);
    }
    throw error;
  }
}
