import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { endOfBangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Database } from '../../../schema/database.ts';
import type { Orders } from '../orders/orders.module.ts';
import type { Purchases } from './purchase-ports.ts';

const DAY_MS = 24 * 60 * 60_000;
export const ACCOUNT_DAYS_MAX = 100;

export interface AccountDeps {
  readonly db: Kysely<Database>;
  readonly orders: Pick<Orders, 'partnerSatangSince'>;
  readonly purchases: Pick<Purchases, 'findCaps'>;
}

/** Bangkok days (`YYYY-MM-DD`), both inclusive. */
export interface AccountPeriod {
  readonly mapSystemId: string;
  readonly from: string;
  readonly to: string;
}

/** Returns the days of a period in order. Returns an empty list if the period ends before it begins. */
function daysOf({ from, to }: AccountPeriod): string[] {
  const first = Date.parse(`${from}T00:00:00Z`);
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, day) =>
    new Date(first + day * DAY_MS).toISOString().slice(0, 10),
  );
}

/**
 * Returns what a partner owes for its members' purchases, by day. Refunded orders do not count.
 *
 * @throws {ApiError} `partner_not_found`; `request_invalid` for an empty or too long period
 */
export async function readAccount({ db, orders, purchases }: AccountDeps, period: AccountPeriod) {
  const { mapSystemId, from, to } = period;
  const days = daysOf(period);
  if (days.length === 0 || days.length > ACCOUNT_DAYS_MAX) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'to', message: `from 1 to ${ACCOUNT_DAYS_MAX} days` }],
    });
  }
  const caps = await purchases.findCaps(mapSystemId);
  if (caps === null) throw new ApiError('partner_not_found');
  // All sums read the same database snapshot, so that they agree with each other.
  const sums = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const found: number[] = [];
      for (const since of [...days.map(startOfBangkokDay), endOfBangkokDay(to)]) {
        found.push(await orders.partnerSatangSince(trx, { mapSystemId, since }));
      }
      return found;
    });
  const bought = days.map((day, place) => ({
    day,
    satang: (sums[place] ?? 0) - (sums[place + 1] ?? 0),
  }));
  return {
    map_system_id: mapSystemId,
    from,
    to,
    satang: bought.reduce((sum, { satang }) => sum + satang, 0),
    days: bought.filter(({ satang }) => satang > 0),
    satang_per_day_max: caps.satangPerDayMax,
    member_satang_per_day_max: caps.memberSatangPerDayMax,
  };
}
