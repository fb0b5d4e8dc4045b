import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { type HouseAccount, postTransfer, type TransferReason } from './post-transfer.ts';
import type { BalanceAccount, WalletStore } from './wallet.store.ts';

/** Coins that the house credits to a member. */
export interface Credit extends TransferReason {
  readonly memberId: MemberId;
  readonly from: HouseAccount;
  /** Whole and above zero. */
  readonly coins: number;
}

/** Coins that a member spends. */
export interface Spending extends TransferReason {
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
    /** Whole; a part of 0 is skipped. */
    readonly coins: number;
  }[];
  /** Prefix of the parts' keys. */
  readonly idempotencyKey: string;
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
 * @returns whether coins moved
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
 * @returns whether coins moved
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
 * Takes refunded coins back from the wallet; coins that it lacks become a debt. For a deleted member they come from
 * `forfeited`. Idempotent.
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
    const move = { ...reason, to, kind };
    if (coins === 0) continue;
    // A part may have been split between wallet and debt, so either posting marks it as done.
    const posted = await store.findPosting(trx, key);
    if (posted !== undefined || (await store.findPosting(trx, `${key}:owed`)) !== undefined) {
      continue;
    }
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
