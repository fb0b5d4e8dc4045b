import type { CoinPackage } from '@sangwian/contract/endpoints/coins';
import { LIMITS } from '@sangwian/contract/limits';
import { packageImage } from '@sangwian/contract/rules/coin-amounts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { changePrice } from './change-price.ts';
import { CoinsStore, type PackageRow } from './coins.store.ts';
import { type CoinQuote, type CoinWish, quoteCoins } from './quote-coins.ts';

export type { CoinQuote } from './quote-coins.ts';

const SHOWN_CHANGES_MAX = 20;
const SATANG_MAX = 100_000_000;
const CUSTOM_SATANG_MAX = 10_000;

const Change = z
  .strictObject({
    /** `null`: a base coin of a custom amount. */
    package_id: z.number().int().positive().max(1_000_000).nullable(),
    satang: z.number().int().min(1).max(SATANG_MAX).optional(),
    active: z.boolean().optional(),
    reason: z.string().trim().min(1).max(500),
    /** Who asks. */
    by: z.string().trim().min(1).max(100),
  })
  .refine(({ package_id: id, active }) => id !== null || active === undefined, {
    path: ['active'],
    message: 'custom amounts are always offered',
  })
  .refine(({ package_id: id, satang = 1 }) => id !== null || satang <= CUSTOM_SATANG_MAX, {
    path: ['satang'],
    message: `a coin costs ${CUSTOM_SATANG_MAX} satang at the most`,
  });

/** What other modules may ask of the prices of coins. */
export interface Coins {
  /**
   * What coins cost now, read in the caller's transaction.
   *
   * @throws {ApiError} `package_not_found`, of withdrawn packages too; `coins_out_of_range`
   */
  quote(trx: Kysely<Database>, wish: CoinWish): Promise<CoinQuote>;
}

/** The prices of coins on this database. */
export function createCoins(db: Kysely<Database>): Coins {
  const store = new CoinsStore(db);
  return { quote: (trx, wish) => quoteCoins(store, trx, wish) };
}

const presentPackage = (row: PackageRow): CoinPackage => ({
  id: row.coin_package_id,
  name: row.name,
  coin: row.base_coins + row.bonus_coins,
  coin_detail: row.base_coins,
  img: packageImage(row.base_coins),
  price_satang: row.price_satang,
});

function registerRoutes(
  app: FastifyInstance,
  deps: { db: Kysely<Database>; store: CoinsStore; clock: Clock },
): void {
  const { store } = deps;
  const show = async () => ({
    packages: await store.findPackages(),
    satang_per_coin: await store.findSatangPerCoin(),
    changes: await store.findChanges(SHOWN_CHANGES_MAX),
  });
  app.get('/coins/prices', show);
  app.post('/coins/prices', async (request) => {
    const body = parseValue(Change, request.body);
    const changed = await changePrice(deps, {
      packageId: body.package_id,
      satang: body.satang,
      isActive: body.active,
      reason: body.reason,
      changedBy: body.by,
    });
    return { changed, ...(await show()) };
  });
}

export interface CoinsModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

/** What coins are sold in and for; operators change it on the internal listener. */
export function createCoinsModule({ db, clock }: CoinsModuleDeps): ApiModule {
  const store = new CoinsStore(db);
  return {
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
    registerInternal: (app) => registerRoutes(app, { db, store, clock }),
  };
}
