import type { MovementAbout, MovementKind } from '@sangwian/contract/endpoints/coins';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { BalanceAccount, Posting, WalletStore } from './wallet.store.ts';

/** The accounts of the house. Their balances are not stored but summed from their transfers. */
export type HouseAccount =
  | 'granted'
  | 'sold'
  | 'forfeited'
  | 'corrections'
  | 'revenue:gifts'
  | 'revenue:premium'
  | `partner:${string}`;

/** The kind, the idempotency key and the subject of a transfer. */
export interface TransferReason {
  readonly kind: MovementKind;
  /** At most 200 characters. Keys never expire. */
  readonly idempotencyKey: string;
  /** The subject that is shown in the history. */
  readonly about?: MovementAbout;
}

/** A transfer between a wallet or debt and the house, or between a wallet and its debt. */
interface TransferRequest extends TransferReason {
  readonly from: BalanceAccount | HouseAccount;
  readonly to: BalanceAccount | HouseAccount;
  /** Whole and above zero. */
  readonly coins: number;
}

/** Coins that the house credits to a member. */
export interface Credit extends TransferReason {
  readonly memberId: MemberId;
  readonly from: HouseAccount;
  /** Whole and above zero. */
  readonly coins: number;
}

/** Coins that a member spends. */
export interface Debit extends TransferReason {
  readonly memberId: MemberId;
  readonly to: HouseAccount;
  /** Whole and above zero. */
  readonly coins: number;
}

/** Bought coins that are taken back after a refund or chargeback. */
export interface Clawback extends Omit<TransferReason, 'idempotencyKey'> {
  readonly memberId: MemberId;
  readonly parts: readonly {
    readonly to: HouseAccount;
    /** Whole coins. A part of 0 coins is skipped. */
    readonly coins: number;
  }[];
  /** The prefix of the idempotency keys of the parts. */
  readonly idempotencyKey: string;
}

const hasBalance = (side: BalanceAccount | HouseAccount): side is BalanceAccount =>
  typeof side === 'object';

/**
 * Returns whether the posting exists.
 *
 * @throws {ApiError} `idempotency_conflict` if a different posting has the key
 */
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
 * Transfers coins in the caller's transaction, which must have locked the wallet and the debt. Updates the passed
 * account objects. Idempotent.
 *
 * @returns whether coins were transferred
 * @throws {ApiError} `idempotency_conflict` if the key was used for a different transfer, `balance_insufficient`
 */
export async function postTransfer(
  store: WalletStore,
  trx: Transaction<Database>,
  { from, to, coins, kind, idempotencyKey, about }: TransferRequest,
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

/** Pays the member's debt from the credited wallet. */
async function settleDebt(
  store: WalletStore,
  trx: Transaction<Database>,
  wallet: BalanceAccount,
  { idempotencyKey }: TransferReason,
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
 * Credits a member's wallet in the caller's transaction, and pays the member's debt from it. Idempotent.
 *
 * @returns whether coins were transferred
 * @throws {ApiError} `idempotency_conflict` if the key was used for a different credit
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
 * Debits a member's wallet in the caller's transaction. Idempotent.
 *
 * @returns whether coins were transferred
 * @throws {ApiError} `balance_insufficient`; `wallet_blocked` while the member owes coins; `idempotency_conflict`
 */
export async function spendCoins(
  store: WalletStore,
  trx: Transaction<Database>,
  { memberId, to, ...debit }: Debit,
): Promise<boolean> {
  const wallet = await store.lockWallet(trx, memberId);
  const debt = await store.lockDebt(trx, memberId);
  if (debt !== undefined && debt.coins < 0) throw new ApiError('wallet_blocked');
  return postTransfer(store, trx, { ...debit, from: wallet, to });
}

/**
 * Takes refunded coins back from the wallet. Coins that the wallet lacks become a debt. For a deleted member,
 * takes the coins from `forfeited`. Idempotent.
 *
 * @returns the coins added to the debt
 */
export async function clawBackCoins(
  store: WalletStore,
  trx: Transaction<Database>,
  { memberId, parts, kind, idempotencyKey, ...reason }: Clawback,
): Promise<number> {
  const wallet = await store.lockWallet(trx, memberId);
  let owed = 0;
  for (const { to, coins } of parts) {
    const key = `${idempotencyKey}:${to}`;
    const request = { ...reason, to, kind };
    if (coins === 0) continue;
    // A part may have been split between the wallet and the debt, so the part is done if either posting
    // exists.
    const posted = await store.findPosting(trx, key);
    if (posted !== undefined || (await store.findPosting(trx, `${key}:owed`)) !== undefined) {
      continue;
    }
    const from = wallet.isClosed ? ('forfeited' as const) : wallet;
    const taken = wallet.isClosed ? coins : Math.min(wallet.coins, coins);
    if (taken > 0) {
      await postTransfer(store, trx, { ...request, from, coins: taken, idempotencyKey: key });
    }
    if (taken < coins) {
      const debt = await store.openDebt(trx, memberId);
      const rest = { from: debt, coins: coins - taken, idempotencyKey: `${key}:owed` };
      if (await postTransfer(store, trx, { ...request, ...rest })) owed += coins - taken;
    }
  }
  return owed;
}
