import type { Kysely, Transaction } from 'kysely';
import { lockOfName, takeLock } from '../../../platform/database/advisory-locks.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';

/** The period of the limit. */
const PERIOD_MS = 24 * 3_600_000;

/** Sums the coins that a staff member gave alone since a time. */
export type AloneSum = (on: Kysely<Database>, staffId: string, since: Date) => Promise<number>;

/** The limit of coins that one staff member may give or take within 24 hours without a second person. */
export interface AloneCoins {
  /**
   * Returns whether the coins fit into what is left of the person's limit. Locks the person's limit until the
   * transaction ends, so that two concurrent requests cannot use the same rest.
   */
  fits(trx: Transaction<Database>, staffId: string, coins: number): Promise<boolean>;
  /** Returns the limit and what is left of it for a person, in coins. */
  read(staffId: string): Promise<{ readonly max: number; readonly left: number }>;
}

export interface AloneCoinsDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  /** The limit for 24 hours, in coins. */
  readonly max: number;
  /** One function per module through which staff give coins. */
  readonly sums: readonly AloneSum[];
}

export function createAloneCoins({ db, clock, max, sums }: AloneCoinsDeps): AloneCoins {
  const readUsed = async (on: Kysely<Database>, staffId: string): Promise<number> => {
    const since = new Date(clock().getTime() - PERIOD_MS);
    let used = 0;
    for (const sum of sums) used += await sum(on, staffId, since);
    return used;
  };
  return {
    fits: async (trx, staffId, coins) => {
      await takeLock(trx, lockOfName('aloneCoins', staffId));
      return (await readUsed(trx, staffId)) + coins <= max;
    },
    read: async (staffId) => ({ max, left: Math.max(0, max - (await readUsed(db, staffId))) }),
  };
}
