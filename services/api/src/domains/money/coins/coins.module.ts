import type { CoinPackage } from '@sangwian/contract/endpoints/coins';
import { LIMITS } from '@sangwian/contract/limits';
import { packageImage } from '@sangwian/contract/rules/coin-amounts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { OperatorName, OperatorReason } from '../../../platform/http/audit-note.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { changePrice, type PriceChange } from './change-price.ts';
import { CoinsStore, type PackageRow } from './coins.store.ts';
import { type CoinQuote, type CoinSelection, quoteCoins } from './quote-coins.ts';

export type { CoinQuote } from './quote-coins.ts';

const SHOWN_CHANGES_MAX = 20;
const SATANG_MAX = 100_000_000;
const CUSTOM_SATANG_MAX = 10_000;

const Change = z
  .strictObject({
    /** `null` for the price of one coin in a custom amount. */
    package_id: z.number().int().positive().max(1_000_000).nullable(),
    satang: z.number().int().min(1).max(SATANG_MAX).optional(),
    active: z.boolean().optional(),
    reason: OperatorReason,
    by: OperatorName,
  })
  .refine(({ package_id: id, active }) => id !== null || active === undefined, {
    path: ['active'],
    message: 'custom amounts are always offered',
  })
  .refine(({ package_id: id, satang = 1 }) => id !== null || satang <= CUSTOM_SATANG_MAX, {
    path: ['satang'],
    message: `a coin costs ${CUSTOM_SATANG_MAX} satang at the most`,
  });

/** Prices of coins for other modules. */
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

function registerRoutes(
  app: FastifyInstance,
  deps: { db: Kysely<Database>; store: CoinsStore; clock: Clock },
): void {
  const { store } = deps;
  const show = async () => ({
    packages: (await store.findPackages()).map(({ version: _, updated_by: __, ...row }) => row),
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
      actor: body.by,
    });
    return { changed, ...(await show()) };
  });
}

/** Packages and prices for operators. */
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

/** Creates the module of coin packages and prices; operators change them on the internal listener. */
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
    registerInternal: (app) => registerRoutes(app, { db, store, clock }),
  };
}
