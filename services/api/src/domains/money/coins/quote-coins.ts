import { customBonus, isCustomAmount } from '@sangwian/contract/rules/coin-amounts';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { CoinsStore } from './coins.store.ts';

/** A package by its number, or a custom number of base coins. */
export type CoinSelection = { readonly packageId: number } | { readonly customCoins: number };

export interface CoinQuote {
  /** `null` for a custom amount. */
  readonly packageId: number | null;
  readonly baseCoins: number;
  readonly bonusCoins: number;
  readonly satang: number;
}

/** The maximum value of the database column. */
const PACKAGE_ID_MAX = 2 ** 31 - 1;

/**
 * Returns the current price of a selection.
 *
 * @param on the caller's transaction, or the database
 * @throws {ApiError} `package_not_found`, also for withdrawn packages; `coins_out_of_range`
 */
export async function quoteCoins(
  store: CoinsStore,
  on: Kysely<Database>,
  selection: CoinSelection,
): Promise<CoinQuote> {
  if ('packageId' in selection) {
    const isNumber =
      Number.isInteger(selection.packageId) && Math.abs(selection.packageId) <= PACKAGE_ID_MAX;
    const row = isNumber ? await store.findPackage(on, selection.packageId) : undefined;
    if (row?.is_active !== true) throw new ApiError('package_not_found');
    return {
      packageId: row.coin_package_id,
      baseCoins: row.base_coins,
      bonusCoins: row.bonus_coins,
      satang: row.price_satang,
    };
  }
  const { customCoins } = selection;
  if (!isCustomAmount(customCoins)) throw new ApiError('coins_out_of_range');
  const offered = await store.findOffered(on);
  const packages = offered.map(({ base_coins: base, bonus_coins: bonus }) => ({
    coin: base + bonus,
    coin_detail: base,
  }));
  return {
    packageId: null,
    baseCoins: customCoins,
    bonusCoins: customBonus(customCoins, packages),
    satang: customCoins * (await store.findSatangPerCoin(on)),
  };
}
