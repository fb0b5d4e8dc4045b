import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { type HouseAccount, postTransfer, type Reason } from './post-transfer.ts';
import type { KeptAccount, WalletStore } from './wallet.store.ts';

/** Coins that a member is given out of an account of the house. */
export interface Credit extends Reason {
  readonly memberId: MemberId;
  readonly from: HouseAccount;
  /** Whole and above zero. */
  readonly coins: number;
}

/** Coins that a member spends. */
export interface Spending extends Reason {
  readonly memberId: MemberId;
  readonly to: HouseAccount;
  /** Whole and above zero. */
  readonly coins: number;
}

/** Coins that were bought and go back, since the baht went back. */
export interface TakeBack extends Omit<Reason, 'idempotencyKey'> {
  readonly memberId: MemberId;
  readonly parts: readonly {
    readonly to: HouseAccount;
    /** Whole; a part of none is none. */
    readonly coins: number;
  }[];
  /** Of the whole; each part has its own below it. */
  readonly idempotencyKey: string;
}

/** What a credit brings goes to what the member owes first. */
async function settleDebt(
  store: WalletStore,
  trx: Transaction<Database>,
  wallet: KeptAccount,
  { idempotencyKey }: Reason,
): Promise<void> {
  const debt = await store.lockDebt(trx, wallet.memberId as string);
  const coins = Math.min(-(debt?.coins ?? 0), wallet.coins);
  if (debt === undefined || coins <= 0) return;
  await postTransfer(store, trx, {
    from: wallet,
    to: debt,
    coins,
    kind: 'debt_settled',
    idempotencyKey: `debt:${idempotencyKey}`,
  });
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
  { memberId, from, ...credit }: Credit,
): Promise<boolean> {
  const wallet = await store.lockWallet(trx, memberId);
  const moved = await postTransfer(store, trx, { ...credit, from, to: wallet });
  if (moved) await settleDebt(store, trx, wallet, credit);
  return moved;
}

/**
 * Takes what a member spends, inside the caller's transaction.
 *
 * @returns whether coins were moved now: the same spending again moves none
 * @throws {ApiError} `balance_insufficient`; `wallet_blocked` while the member owes coins; `idempotency_conflict`
 */
export async function spendCoins(
  store: WalletStore,
  trx: Transaction<Database>,
  { memberId, to, ...spending }: Spending,
): Promise<boolean> {
  const wallet = await store.lockWallet(trx, memberId);
  const debt = await store.lockDebt(trx, memberId);
  if (debt !== undefined && debt.coins < 0) throw new ApiError('wallet_blocked');
  return postTransfer(store, trx, { ...spending, from: wallet, to });
}

/**
 * Takes back coins whose baht went back: out of the wallet as far as it reaches, and the rest is owed. Of a deleted
 * member they come out of what was forfeited.
 *
 * @returns the coins that are owed now because of it
 */
export async function takeBackCoins(
  store: WalletStore,
  trx: Transaction<Database>,
  { memberId, parts, kind, idempotencyKey, ...reason }: TakeBack,
): Promise<number> {
  const wallet = await store.lockWallet(trx, memberId);
  let owed = 0;
  for (const { to, coins } of parts) {
    const key = `${idempotencyKey}:${to}`;
    const move = { ...reason, to, kind };
    if (coins === 0) continue;
    // What could be taken differs from one time to the next, so a repetition is known by either half.
    const isDone = await store.findPosting(trx, key);
    if (isDone !== undefined || (await store.findPosting(trx, `${key}:owed`)) !== undefined)
      continue;
    const from = wallet.isClosed ? ('forfeited' as const) : wallet;
    const taken = wallet.isClosed ? coins : Math.min(wallet.coins, coins);
    if (taken > 0) {
      await postTransfer(store, trx, { ...move, from, coins: taken, idempotencyKey: key });
    }
    if (taken < coins) {
      const debt = await store.openDebt(trx, memberId);
      const rest = { from: debt, coins: coins - taken, idempotencyKey: `${key}:owed` };
      if (await postTransfer(store, trx, { ...move, ...rest })) owed += coins - taken;
    }
  }
  return owed;
}
