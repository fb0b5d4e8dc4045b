import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { postTransfer } from './post-transfer.ts';
import type { KeptAccount, WalletStore } from './wallet.store.ts';

const LATE_AT_ONCE_MAX = 500;

export interface Forfeit {
  readonly memberId: MemberId;
  /** The coins that the member was shown to lose. */
  readonly expectedCoins: number;
}

/** Moves all of a locked wallet. */
const moveToForfeited = (
  store: WalletStore,
  trx: Transaction<Database>,
  wallet: KeptAccount,
  idempotencyKey: string,
): Promise<boolean> =>
  postTransfer(store, trx, {
    from: wallet,
    to: 'forfeited',
    coins: wallet.coins,
    kind: 'forfeit',
    idempotencyKey,
  });

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
  const wallet = await store.lockWallet(trx, memberId);
  const { coins } = wallet;
  if (coins !== expectedCoins) {
    throw new ApiError('price_changed', {
      details: [{ path: 'expected_coins', message: String(coins) }],
    });
  }
  await store.closeMemberAccount(trx, memberId);
  if (coins > 0) await moveToForfeited(store, trx, wallet, `forfeit:${memberId}`);
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
      const wallet = await store.lockWallet(trx, memberId);
      const { coins } = wallet;
      const key = `forfeit:${memberId}:${randomUUID()}`;
      if (coins > 0) await moveToForfeited(store, trx, wallet, key);
      return coins;
    });
  }
  return total;
}
