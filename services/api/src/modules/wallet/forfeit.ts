import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { WalletStore } from './wallet.store.ts';

const LATE_AT_ONCE_MAX = 500;

export interface Forfeit {
  readonly memberId: MemberId;
  /** The coins that the member was shown to lose. */
  readonly expectedCoins: number;
}

/** Moves so many coins, in the caller's transaction, which has locked the wallet. */
async function moveToForfeited(
  store: WalletStore,
  trx: Transaction<Database>,
  { memberId, coins, key }: { memberId: string; coins: number; key: string },
): Promise<void> {
  const posting = {
    debitAccountId: await store.findAccountId(trx, `member:${memberId}`),
    creditAccountId: await store.findAccountId(trx, 'forfeited'),
    coins,
    kind: 'forfeit',
    idempotencyKey: key,
  };
  if (!(await store.insertTransfer(trx, posting))) throw new ApiError('idempotency_conflict');
  await store.moveBalances(trx, posting);
}

/**
 * Moves all that a member holds to `forfeited` and closes the wallet, inside the caller's transaction. Once per member:
 * an account is deleted once.
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
  await store.closeMemberAccount(trx, memberId);
  if (coins > 0) await moveToForfeited(store, trx, { memberId, coins, key: `forfeit:${memberId}` });
  return coins;
}

/**
 * Moves what has come to closed wallets since: a refund that was under way. Whoever credits need not know that an
 * account was deleted.
 *
 * @returns the coins that went
 */
export async function forfeitLate(store: WalletStore, db: Kysely<Database>): Promise<number> {
  let total = 0;
  for (const memberId of await store.findClosedWithCoins(LATE_AT_ONCE_MAX)) {
    total += await db.transaction().execute(async (trx) => {
      const coins = await store.lockBalance(trx, memberId);
      if (coins > 0) {
        const key = `forfeit:${memberId}:${randomUUID()}`;
        await moveToForfeited(store, trx, { memberId, coins, key });
      }
      return coins;
    });
  }
  return total;
}
