import type { MovementAbout, MovementKind } from '@sangwian/contract/endpoints/coins';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { KeptAccount, Posting, WalletStore } from './wallet.store.ts';

/** Accounts of the house, whose balance is the sum of their transfers. */
export type HouseAccount =
  | 'granted'
  | 'sold'
  | 'forfeited'
  | 'corrections'
  | 'revenue:gifts'
  | 'revenue:premium'
  | `partner:${string}`;

/** Why coins move, and what keeps them from moving twice. */
export interface Reason {
  readonly kind: MovementKind;
  /** One effect for one key, for ever; 200 characters at most. */
  readonly idempotencyKey: string;
  /** What it is for, as the history shows it. */
  readonly about?: MovementAbout;
}

/** Coins that go between a kept account (a wallet, a debt) and the house, or between a wallet and its debt. */
export interface Move extends Reason {
  readonly from: KeptAccount | HouseAccount;
  readonly to: KeptAccount | HouseAccount;
  /** Whole and above zero. */
  readonly coins: number;
}

const isKept = (side: KeptAccount | HouseAccount): side is KeptAccount => typeof side === 'object';

/** Whether this posting was made before. @throws {ApiError} `idempotency_conflict` where another one has its key */
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
 * Moves coins once, inside the caller's transaction, which has locked the kept accounts; what they hold is brought up to
 * date in the objects, too.
 *
 * @returns whether coins were moved now: the same move again moves none
 * @throws {ApiError} `idempotency_conflict` where the key was used for another move, `balance_insufficient` where a
 *   wallet does not hold so much
 */
export async function postTransfer(
  store: WalletStore,
  trx: Transaction<Database>,
  { from, to, coins, kind, idempotencyKey, about }: Move,
): Promise<boolean> {
  if (!Number.isSafeInteger(coins) || coins <= 0) {
    throw new RangeError(`coins are whole and above zero, not ${coins}`);
  }
  const debit = isKept(from) ? from.accountId : await store.houseAccountId(trx, from);
  const credit = isKept(to) ? to.accountId : await store.houseAccountId(trx, to);
  const posting = { debitAccountId: debit, creditAccountId: credit, coins, idempotencyKey };
  if (await wasPosted(store, trx, posting)) return false;
  const wallet = [from, to].filter(isKept).find((side) => side.memberId !== null);
  const after = (wallet?.coins ?? 0) + (wallet === to ? coins : -coins);
  if (wallet !== undefined && after < 0) throw new ApiError('balance_insufficient');
  const history =
    wallet === undefined ? null : { memberId: wallet.memberId as string, balanceAfter: after };
  if (!(await store.insertTransfer(trx, { ...posting, kind, about: about ?? null, history }))) {
    // Another transaction came first with the same key, between the look and the insert.
    if (await wasPosted(store, trx, posting)) return false;
    throw new Error('a transfer was neither inserted nor there');
  }
  for (const side of [from, to].filter(isKept)) {
    side.coins += side === to ? coins : -coins;
    await store.addToBalance(trx, side.accountId, side === to ? coins : -coins);
  }
  return true;
}
