import { customBonus, isCustomAmount } from '@sangwian/contract/rules/coin-amounts';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { CoinsStore } from './coins.store.ts';

/** What somebody wants to buy: a package by its number, or so many base coins. */
export type CoinWish = { readonly packageId: number } | { readonly customCoins: number };

/** What it is and costs now. */
export interface CoinQuote {
  /** `null`: a custom amount. */
  readonly packageId: number | null;
  readonly baseCoins: number;
  readonly bonusCoins: number;
  readonly satang: number;
}

/** So large a number is no package's, and the column could not hold it. */
const PACKAGE_ID_MAX = 2 ** 31 - 1;

/**
 * What coins cost now.
 *
 * @param on the caller's transaction, or the database
 * @throws {ApiError} `package_not_found`, of withdrawn packages too; `coins_out_of_range`
 */
export async function quoteCoins(
  store: CoinsStore,
  on: Kysely<Database>,
  wish: CoinWish,
): Promise<CoinQuote> {
  if ('packageId' in wish) {
    const isNumber = Number.isInteger(wish.packageId) && Math.abs(wish.packageId) <= PACKAGE_ID_MAX;
    const row = isNumber ? await store.findPackage(on, wish.packageId) : undefined;
    if (row?.is_active !== true) throw new ApiError('package_not_found');
    return {
      packageId: row.coin_package_id,
      baseCoins: row.base_coins,
      bonusCoins: row.bonus_coins,
      satang: row.price_satang,
    };
  }
  const { customCoins } = wish;
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
