import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { WalletStore } from './wallet.store.ts';

export interface Forfeit {
  readonly memberId: MemberId;
  /** The coins that the member was shown to lose. */
  readonly expectedCoins: number;
}

/**
 * Moves all that a member holds to `forfeited`, inside the caller's transaction. Once per member: an account is
 * deleted once.
 *
 * @returns the coins that went
 * @throws {ApiError} `price_changed` with the balance, where that is not what the member was shown
 */
export async function forfeitBalance(
  store: WalletStore,
  trx: Transaction<Database>,
  { memberId, expectedCoins }: Forfeit,
): Promise<number> {
  const coins = await store.lockBalance(trx, memberId);
  if (coins !== expectedCoins) {
    throw new ApiError('price_changed', {
      details: [{ path: 'expected_coins', message: String(coins) }],
    });
  }
  if (coins === 0) return 0;
  const posting = {
    debitAccountId: await store.findAccountId(trx, `member:${memberId}`),
    creditAccountId: await store.findAccountId(trx, 'forfeited'),
    coins,
    kind: 'forfeit',
    idempotencyKey: `forfeit:${memberId}`,
  };
  if (!(await store.insertTransfer(trx, posting))) throw new ApiError('idempotency_conflict');
  await store.moveBalances(trx, posting);
  return coins;
}
