import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.module.ts';
import type { Database } from '../../../schema/database.ts';
import type { Spending } from '../../money/spending/spending.module.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import { LiveStore } from './lives.store.ts';

export interface UnlockDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly idempotency: Idempotency;
  readonly wallet: Pick<Wallet, 'spend' | 'readBalance'>;
  /** Returns whether an ended live can be watched as a replay. */
  readonly hasReplay: (
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
  ) => Promise<boolean>;
  readonly spending: Pick<Spending, 'requireNotExcluded'>;
}

export interface UnlockRequest {
  readonly memberId: MemberId;
  readonly programLiveId: ProgramLiveId;
  readonly expectedCoins: number;
  readonly idempotencyKey: string;
}

/**
 * Unlocks a premium live, or its replay, permanently for coins. Idempotent: a live that is already unlocked costs
 * nothing.
 *
 * @returns the charged coins and the current balance, even for a retry
 * @throws {ApiError} `live_not_found`, `live_ended`, `price_changed`, `balance_insufficient`, `wallet_blocked`,
 *   `self_excluded`
 */
export async function unlockLive(
  { bus, idempotency, wallet, spending, hasReplay }: UnlockDeps,
  { memberId, programLiveId, expectedCoins, idempotencyKey }: UnlockRequest,
): Promise<{ readonly coins: number; readonly balance: number }> {
  const answer = await idempotency.once(
    {
      memberId,
      operation: 'POST /live/{program_live_id}/unlock',
      idempotencyKey,
      request: { programLiveId, expectedCoins },
    },
    async (trx) => {
      const store = new LiveStore(trx);
      await store.lockLiveShared(programLiveId);
      const live = await store.findLive(programLiveId);
      if (live === undefined) throw new ApiError('live_not_found');
      const coins = live.price_coins ?? 0;
      const isUnlocked =
        live.access === 'free' || (await store.isUnlocked(programLiveId, memberId));
      if (!isUnlocked && live.status === 'ended' && !(await hasReplay(trx, programLiveId))) {
        throw new ApiError('live_ended');
      }
      if (!isUnlocked && coins !== expectedCoins) {
        throw new ApiError('price_changed', {
          details: [{ path: 'expected_coins', message: String(coins) }],
        });
      }
      if (!isUnlocked && coins > 0) await spending.requireNotExcluded(memberId, trx);
      // Concurrent unlocks wait here for the first unlock and then cost nothing.
      const isNew =
        !isUnlocked && (await store.addUnlock({ programLiveId, memberId, via: 'coins', coins }));
      if (isNew) {
        await wallet.spend(trx, {
          memberId,
          to: 'revenue:premium',
          coins,
          kind: 'unlock',
          idempotencyKey: `unlock:${programLiveId}:${memberId}`,
          about: {
            type: 'live',
            id: programLiveId,
            title_th: live.title_th,
            title_en: live.title_en,
          },
        });
      }
      return { coins: isNew ? coins : 0 };
    },
  );
  if (answer.coins > 0) bus.publish('wallet:changed', { memberId });
  return { coins: answer.coins, balance: await wallet.readBalance(memberId) };
}
