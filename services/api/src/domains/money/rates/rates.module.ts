import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { OperatorName } from '../../../platform/http/audit-note.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { CurrencyCode, fetchRates, RateDecimal, type RatesAddress } from './fetch-rates.ts';
import { RatesStore } from './rates.store.ts';

/** Currency of all prices. */
const BASE_CODE = 'THB';
/** Rates change daily; an hourly fetch shows a new day's rates soon. */
const FRESH_MS = 60 * 60_000;
/** Retry interval after a failed fetch or a crash. */
const RETRY_MS = 2 * 60_000;
const RATES_MAX = 300;
const DAY_MS = 24 * 60 * 60_000;

const RatesBody = z.strictObject({
  base_code: CurrencyCode,
  rates: z.record(CurrencyCode, RateDecimal),
  as_of: z.iso.datetime({ offset: true }),
  source: z.string().trim().min(1).max(100),
  by: OperatorName,
});

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
 * Fetches the rates if they are due, on one node at a time. After a failure the stored rates stay.
 *
 * @returns whether a fetch was tried
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

function registerRoutes(app: FastifyInstance, { store, clock }: RateDeps): void {
  app.post('/rates', async (request) => {
    const { base_code, rates, as_of, source, by } = parseValue(RatesBody, request.body);
    const lines = Object.entries(rates).filter(([code]) => code !== base_code);
    const asOf = new Date(as_of);
    const wrong =
      lines.length === 0 || lines.length > RATES_MAX
        ? { path: 'rates', message: `from 1 to ${RATES_MAX} other currencies` }
        : asOf.getTime() > clock().getTime() + DAY_MS
          ? { path: 'as_of', message: 'is in the future' }
          : null;
    if (wrong !== null) throw new ApiError('request_invalid', { details: [wrong] });
    const sheet = {
      baseCode: base_code,
      rates: lines.map(([code, rate]) => ({ code, rate })),
      asOf,
      source,
    };
    const changed = await store.put(sheet, by, clock());
    return { changed, ...(await findSheet(store, base_code)) };
  });
}

/** Creates the module of exchange rates: entered by an operator, or fetched from a configured service. */
export function createRatesModule(options: RatesModuleDeps): ApiModule {
  const deps: RateDeps = { ...options, store: new RatesStore(options.db) };
  return {
    handlers: {
      'GET /coin/findOne/exchangeRate': async ({ query }) => ({
        data: await findSheet(deps.store, query.base_code),
      }),
    },
    registerInternal: (app) => registerRoutes(app, deps),
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
