import type { MovementAbout, MovementKind } from '@sangwian/contract/endpoints/coins';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { BalanceAccount, Posting, WalletStore } from './wallet.store.ts';

/** Accounts of the house. Their balance is not stored but summed from their transfers. */
export type HouseAccount =
  | 'granted'
  | 'sold'
  | 'forfeited'
  | 'corrections'
  | 'revenue:gifts'
  | 'revenue:premium'
  | `partner:${string}`;

/** Kind and idempotency key of a transfer. */
export interface TransferReason {
  readonly kind: MovementKind;
  /** Never expires; at most 200 characters. */
  readonly idempotencyKey: string;
  /** Subject shown in the history. */
  readonly about?: MovementAbout;
}

/** A transfer between a wallet or debt and the house, or between a wallet and its debt. */
export interface Move extends TransferReason {
  readonly from: BalanceAccount | HouseAccount;
  readonly to: BalanceAccount | HouseAccount;
  /** Whole and above zero. */
  readonly coins: number;
}

const hasBalance = (side: BalanceAccount | HouseAccount): side is BalanceAccount =>
  typeof side === 'object';

/** Returns whether the posting exists. @throws {ApiError} `idempotency_conflict` if a different one has its key */
async function wasPosted(
  store: WalletStore,
  trx: Transaction<Database>,
  { debitAccountId, creditAccountId, coins, idempotencyKey }: Posting,
): Promise<boolean> {
  const first = await store.findPosting(trx, idempotencyKey);
  if (first === undefined) return false;
  const isSame =
    first.debitAccountId === debitAccountId &&
    first.creditAccountId === creditAccountId &&
    first.coins === coins;
  if (!isSame) throw new ApiError('idempotency_conflict');
  return true;
}

/**
 * Moves coins in the caller's transaction, which has locked the wallet and debt, and updates their objects. Idempotent.
 *
 * @returns whether coins moved
 * @throws {ApiError} `idempotency_conflict` if the key was used for a different transfer, `balance_insufficient`
 */
export async function postTransfer(
  store: WalletStore,
  trx: Transaction<Database>,
  { from, to, coins, kind, idempotencyKey, about }: Move,
): Promise<boolean> {
  if (!Number.isSafeInteger(coins) || coins <= 0) {
    throw new RangeError(`coins are whole and above zero, not ${coins}`);
  }
  const debit = hasBalance(from) ? from.accountId : await store.houseAccountId(trx, from);
  const credit = hasBalance(to) ? to.accountId : await store.houseAccountId(trx, to);
  const posting = { debitAccountId: debit, creditAccountId: credit, coins, idempotencyKey };
  if (await wasPosted(store, trx, posting)) return false;
  const wallet = [from, to].filter(hasBalance).find((side) => side.memberId !== null);
  const after = (wallet?.coins ?? 0) + (wallet === to ? coins : -coins);
  if (wallet !== undefined && after < 0) throw new ApiError('balance_insufficient');
  const history =
    wallet === undefined ? null : { memberId: wallet.memberId as string, balanceAfter: after };
  if (!(await store.insertTransfer(trx, { ...posting, kind, about: about ?? null, history }))) {
    // A concurrent transaction inserted the same key after the check above.
    if (await wasPosted(store, trx, posting)) return false;
    throw new Error('the transfer was neither inserted nor found');
  }
  for (const side of [from, to].filter(hasBalance)) {
    side.coins += side === to ? coins : -coins;
    await store.addToBalance(trx, side.accountId, side === to ? coins : -coins);
  }
  return true;
}
