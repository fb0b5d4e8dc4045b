import type { CoinPackage } from '@sangwian/contract/endpoints/coins';
import { LIMITS } from '@sangwian/contract/limits';
import { packageImage } from '@sangwian/contract/rules/coin-amounts';
import type { Kysely } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { changePrice, type PriceChange } from './change-price.ts';
import { CoinsStore, type PackageRow } from './coins.store.ts';
import { type CoinQuote, type CoinSelection, quoteCoins } from './quote-coins.ts';

export type { CoinQuote } from './quote-coins.ts';

/** The prices of coins, for other modules. */
export interface Coins {
  /**
   * Returns the current price of a selection, read in the caller's transaction.
   *
   * @throws {ApiError} `package_not_found`, also for withdrawn packages; `coins_out_of_range`
   */
  quote(trx: Kysely<Database>, selection: CoinSelection): Promise<CoinQuote>;
}

export function createCoins(db: Kysely<Database>): Coins {
  const store = new CoinsStore(db);
  return { quote: (trx, selection) => quoteCoins(store, trx, selection) };
}

const presentPackage = (row: PackageRow): CoinPackage => ({
  id: row.coin_package_id,
  name: row.name,
  coin: row.base_coins + row.bonus_coins,
  coin_detail: row.base_coins,
  img: packageImage(row.base_coins),
  price_satang: row.price_satang,
});

/** The operators' view of packages and prices. */
export interface PriceDesk {
  readonly findPackages: CoinsStore['findPackages'];
  readonly findCustom: CoinsStore['findCustom'];
  /** Returns the price changes, latest first. */
  readonly findChanges: CoinsStore['findChanges'];
  /** @returns whether anything changed @throws {ApiError} `package_not_found`, `edit_stale` */
  change(change: PriceChange): Promise<boolean>;
}

export interface CoinsModule extends ApiModule {
  readonly prices: PriceDesk;
}

export interface CoinsModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

/** Creates the module of coin packages and prices. */
export function createCoinsModule({ db, clock }: CoinsModuleDeps): CoinsModule {
  const store = new CoinsStore(db);
  return {
    prices: {
      findPackages: () => store.findPackages(),
      findCustom: () => store.findCustom(),
      findChanges: (limit) => store.findChanges(limit),
      change: (change) => changePrice({ db, store, clock }, change),
    },
    handlers: {
      'GET /coin/package': async () => {
        const [packages, satangPerCoin] = await Promise.all([
          store.findOffered(),
          store.findSatangPerCoin(),
        ]);
        return {
          data: {
            packages: packages.map(presentPackage),
            custom: {
              base_min: LIMITS.customCoinsMin,
              base_max: LIMITS.customCoinsMax,
              satang_per_coin: satangPerCoin,
            },
          },
        };
      },
    },
  };
}
