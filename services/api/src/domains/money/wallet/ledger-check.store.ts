import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { lockOf, whileLocked } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../schema/database.ts';
import { LedgerSums } from './ledger-sums.store.ts';

/**
 * Timeout of an incremental check. The transfers of an hour are summed in seconds. An aborted check is
 * visible in the metric for the age of the last check.
 */
const INCREMENTAL_MINUTES_MAX = 10;
/** Retention of check results: more than a financial year. */
const KEPT_DAYS = 400;

const Faults = z.array(z.string());

export type LedgerScope = 'full' | 'incremental';

export interface LedgerFindings {
  readonly scope: LedgerScope;
  readonly accounts: number;
  readonly transfers: number;
  /** The balances of the house accounts by name, and of all members together. Only a full check returns them. */
  readonly balances: Readonly<Record<string, number>>;
  /** The broken invariants, as sentences. */
  readonly faults: readonly string[];
  /** Whether the next check can start from the checkpoint of this check. */
  readonly isCheckpointKept: boolean;
}

export interface FullCheckOptions {
  /** The time of the checkpoint; `null` to save no checkpoint. */
  readonly checkpointAt: Date | null;
  /** @param transfers the number of transfers that have been summed */
  readonly onProgress?: (transfers: number) => void;
}

/**
 * Checks the ledger. Each check reads one database snapshot (`repeatable read`), so that concurrent transfers
 * are not reported as faults. The checkpoint is saved in the same transaction.
 */
export class LedgerCheckStore {
  readonly #db: Kysely<Database>;
  readonly #directDb: Kysely<Database>;

  /** @param directDb a connection without a transaction pooler, which would lose the lock of `runExclusively` */
  constructor(db: Kysely<Database>, directDb: Kysely<Database> = db) {
    this.#db = db;
    this.#directDb = directDb;
  }

  #readSnapshot<Result>(
    minutesMax: number,
    read: (trx: Transaction<Database>) => Promise<Result>,
  ): Promise<Result> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${`${minutesMax}min`}, true)`.execute(trx);
        return read(trx);
      });
  }

  /** Checks the invariants over all transfers, without a timeout. */
  checkAll({ checkpointAt, onProgress = () => {} }: FullCheckOptions): Promise<LedgerFindings> {
    return this.#readSnapshot(0, async (trx) => {
      const sums = new LedgerSums(trx);
      const { oldest, next, cluster } = await sums.readSnapshot();
      const { transfers, writtenLast } = await sums.sumAll(oldest, onProgress);
      const faults = await sums.findFaults('full');
      // Rows of a restored dump may have transaction ids that this cluster has not reached yet.
      const isCheckpointKept = checkpointAt !== null && faults.length === 0 && writtenLast < next;
      if (isCheckpointKept) {
        await sums.keepCheckpoint({ writtenBefore: oldest, cluster }, checkpointAt);
      } else if (checkpointAt !== null) {
        await sums.dropCheckpoint();
      }
      const { rows } = await sql<{ accounts: number }>`
        select count(*) as accounts from account`.execute(trx);
      return {
        scope: 'full',
        accounts: rows[0]?.accounts ?? 0,
        transfers,
        balances: await sums.readBalances(),
        faults,
        isCheckpointKept,
      };
    });
  }

  /**
   * Checks the transfers since the checkpoint and a slice of all accounts. Returns `null` if there is no
   * usable checkpoint.
   */
  checkRecent(now: Date): Promise<LedgerFindings | null> {
    return this.#readSnapshot(INCREMENTAL_MINUTES_MAX, async (trx) => {
      const sums = new LedgerSums(trx);
      const { oldest, cluster } = await sums.readSnapshot();
      const checkpoint = await sums.findCheckpoint();
      if (checkpoint?.cluster !== cluster || oldest < checkpoint.writtenBefore) return null;
      const transfers = await sums.sumSince(checkpoint, oldest, now);
      const faults = await sums.findFaults('incremental');
      // After a fault the checkpoint is not advanced, so that the next check finds the fault again.
      const isCheckpointKept = faults.length === 0;
      if (isCheckpointKept) await sums.keepCheckpoint({ writtenBefore: oldest, cluster }, now);
      const { rows } = await sql<{ accounts: number }>`
        select count(*) as accounts from ledger_moved`.execute(trx);
      return {
        scope: 'incremental',
        accounts: rows[0]?.accounts ?? 0,
        transfers,
        balances: {},
        faults,
        isCheckpointKept,
      };
    });
  }

  /** Estimates the number of transfers, for the progress of a full check. */
  async estimateTransfers(): Promise<number> {
    const { rows } = await sql<{ transfers: number }>`
      select greatest(reltuples, 0)::bigint as transfers from pg_class where oid = 'transfer'::regclass
    `.execute(this.#db);
    return rows[0]?.transfers ?? 0;
  }

  async addCheck(check: {
    readonly checkedAt: Date;
    readonly tookMs: number;
    readonly scope: LedgerScope;
    readonly faults: readonly string[];
  }): Promise<void> {
    await this.#db
      .insertInto('ledger_check')
      .values({
        checked_at: check.checkedAt,
        took_ms: check.tookMs,
        scope: check.scope,
        faults: JSON.stringify(check.faults),
      })
      .execute();
    await sql`
      delete from ledger_check where checked_at < ${check.checkedAt}::timestamptz - ${KEPT_DAYS} * interval '1 day'
    `.execute(this.#db);
  }

  async findLast(): Promise<{ checkedAt: Date; faults: string[] } | undefined> {
    const row = await this.#db
      .selectFrom('ledger_check')
      .select(['checked_at', 'faults'])
      .orderBy('checked_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined
      ? undefined
      : { checkedAt: row.checked_at, faults: Faults.parse(row.faults) };
  }

  /** Returns the time of the last check without faults, for each scope. */
  async findLastGood(): Promise<Partial<Record<LedgerScope, Date>>> {
    const { rows } = await sql<{ scope: LedgerScope; at: Date }>`
      select scope, max(checked_at) as at from ledger_check where faults = '[]' group by scope
    `.execute(this.#db);
    return Object.fromEntries(rows.map(({ scope, at }) => [scope, at]));
  }

  /** Runs a check unless another check is running on any node. Returns whether the check ran. */
  runExclusively(check: () => Promise<unknown>): Promise<boolean> {
    return whileLocked(this.#directDb, lockOf('ledgerCheck'), check);
  }
}
