import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { staleEdit } from '../../../platform/http/stale-edit.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { fetchRates, type RatesAddress } from './fetch-rates.ts';
import { type RateSheet, RatesStore, type StoredRates } from './rates.store.ts';

/** The currency of all prices. */
const BASE_CODE = 'THB';
/** Interval between fetches. Rates change daily, so hourly fetches show a new day's rates soon. */
const FRESH_MS = 60 * 60_000;
/** Retry interval after a failed fetch or a crash. */
const RETRY_MS = 2 * 60_000;
const RATES_MAX = 300;
const DAY_MS = 24 * 60 * 60_000;

export interface RatesModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `null` if operators enter the rates. */
  readonly address: RatesAddress | null;
}

interface RateDeps extends RatesModuleDeps {
  readonly store: RatesStore;
}

/**
 * Fetches the rates if a fetch is due, on one node at a time. After a failure the stored rates stay.
 *
 * @returns whether a fetch was attempted
 */
export async function refreshRates({ store, clock, address, logger }: RateDeps): Promise<boolean> {
  const now = clock();
  if (address === null) return false;
  const retryAt = new Date(now.getTime() + RETRY_MS);
  if (!(await store.claimCheck(BASE_CODE, now, retryAt))) return false;
  try {
    await store.put(await fetchRates(address, BASE_CODE, now), null, now);
    await store.setNextCheck(BASE_CODE, new Date(now.getTime() + FRESH_MS));
  } catch (err) {
    logger.warn({ err }, 'exchange rates not fetched; the stored rates stay');
  }
  return true;
}

async function findSheet(store: RatesStore, code: string) {
  const sheet = await store.find(code.trim().toUpperCase());
  if (sheet === undefined) throw new ApiError('currency_unknown');
  return {
    base_code: sheet.baseCode,
    rates: [...sheet.rates],
    as_of: sheet.asOf.toISOString(),
    source: sheet.source,
  };
}

const invalid = (path: string, message: string): ApiError =>
  new ApiError('request_invalid', { details: [{ path, message }] });

/** Rates entered by an operator. */
export interface EnteredRates {
  readonly baseCode: string;
  readonly rates: RateSheet['rates'];
  readonly asOf: Date;
  readonly source: string;
  readonly actor: string;
  /** The version of the rates that these replace. */
  readonly version: number;
}

/** Stores entered rates. @returns whether they were stored @throws {ApiError} `request_invalid` */
async function enterRates(
  { store, clock }: RateDeps,
  { actor, version, ...sheet }: EnteredRates,
): Promise<boolean> {
  const rates = sheet.rates.filter(({ code }) => code !== sheet.baseCode);
  if (rates.length === 0 || rates.length > RATES_MAX) {
    throw invalid('rates', `from 1 to ${RATES_MAX} other currencies`);
  }
  if (new Set(rates.map(({ code }) => code)).size < rates.length) {
    throw invalid('rates', 'every currency once');
  }
  if (sheet.asOf.getTime() > clock().getTime() + DAY_MS) throw invalid('as_of', 'is in the future');
  return store.put({ ...sheet, rates }, actor, clock(), version);
}

/** The operators' view of the exchange rates of the baht. */
export interface RateDesk {
  /** Whether a configured service replaces the rates every hour. */
  readonly isAutomatic: boolean;
  find(): Promise<StoredRates | undefined>;
  /** @throws {ApiError} `edit_stale` if other rates have been stored in the meantime; `request_invalid` */
  enter(rates: Omit<EnteredRates, 'baseCode'>): Promise<StoredRates>;
}

export interface RatesModule extends ApiModule {
  readonly desk: RateDesk;
}

const createRateDesk = (deps: RateDeps): RateDesk => ({
  isAutomatic: deps.address !== null,
  find: () => deps.store.find(BASE_CODE),
  enter: async (rates) => {
    const isStored = await enterRates(deps, { ...rates, baseCode: BASE_CODE });
    const found = await deps.store.find(BASE_CODE);
    if (!isStored || found === undefined) {
      const { asOf, source } = found ?? {};
      throw staleEdit({ asOf, source }, { source: rates.source }, found?.updatedBy ?? null);
    }
    return found;
  },
});

/** Creates the module of exchange rates, which operators enter or which are fetched from a configured service. */
export function createRatesModule(options: RatesModuleDeps): RatesModule {
  const deps: RateDeps = { ...options, store: new RatesStore(options.db) };
  return {
    desk: createRateDesk(deps),
    handlers: {
      'GET /coin/findOne/exchangeRate': async ({ query }) => ({
        data: await findSheet(deps.store, query.base_code),
      }),
    },
    tasks:
      options.address === null
        ? []
        : [
            {
              name: 'exchange_rates',
              crontab: '* * * * *',
              atStart: true,
              run: () => refreshRates(deps),
            },
          ],
  };
}
