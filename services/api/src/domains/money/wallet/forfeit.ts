import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { postTransfer } from './move-coins.ts';
import type { BalanceAccount, WalletStore } from './wallet.store.ts';

const LATE_AT_ONCE_MAX = 500;

export interface Forfeit {
  readonly memberId: MemberId;
  /** The balance that was displayed to the member before confirming. */
  readonly expectedCoins: number;
}

/** Transfers the whole balance of a locked wallet to `forfeited`. */
const moveToForfeited = (
  store: WalletStore,
  trx: Transaction<Database>,
  wallet: BalanceAccount,
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
 * Transfers a member's whole balance to `forfeited` and closes the wallet, in the caller's transaction.
 *
 * @returns the forfeited coins
 * @throws {ApiError} `price_changed` with the balance, if it differs from `expectedCoins`
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
 * Forfeits coins that were credited to closed wallets, for example by a late refund. This lets callers credit
 * coins without checking whether the account was deleted.
 *
 * @returns the forfeited coins
 */
export async function forfeitLateCredits(
  store: WalletStore,
  db: Kysely<Database>,
): Promise<number> {
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
