import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { WalletStore } from './wallet.store.ts';

/** Accounts of the house. */
export type HouseAccount = 'granted' | 'sold';

/** Coins that a member is given out of an account of the house. */
export interface Credit {
  readonly memberId: MemberId;
  readonly from: HouseAccount;
  /** Whole and above zero. */
  readonly coins: number;
  /** Shown in the history: `grant`, `coin_code`, … */
  readonly kind: string;
  /** One effect for one key, for ever; 200 characters at most. */
  readonly idempotencyKey: string;
}

/**
 * Credits a member's wallet, inside the caller's transaction.
 *
 * @returns whether coins were moved now: the same credit again moves none
 * @throws {ApiError} `idempotency_conflict` where the key was used for another credit
 */
export async function creditMember(
  store: WalletStore,
  trx: Transaction<Database>,
  credit: Credit,
): Promise<boolean> {
  if (!Number.isSafeInteger(credit.coins) || credit.coins <= 0) {
    throw new RangeError(`coins are whole and above zero, not ${credit.coins}`);
  }
  const posting = {
    debitAccountId: await store.findAccountId(trx, credit.from),
    creditAccountId: await store.findAccountId(trx, `member:${credit.memberId}`),
    coins: credit.coins,
    kind: credit.kind,
    idempotencyKey: credit.idempotencyKey,
  };
  if (await store.insertTransfer(trx, posting)) {
    await store.moveBalances(trx, posting);
    return true;
  }
  if (await store.isSamePosting(trx, posting)) return false;
  throw new ApiError('idempotency_conflict');
}
