import type { Logger } from '@sangwian/node-kit/logger';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../../schema/database.ts';
import { BreakingPool } from './breaking-pool.ts';
import { DatabaseWatch, type WatchTimes } from './database-watch.ts';
import { PreparingClient } from './prepared.ts';

export const DATABASE_LIMITS = {
  /** Of one node, for everything but money. */
  connectionsMax: 12,
  /**
   * Of one node, for what moves coins or baht. Gifts of a bout take two at most, since they go in batches; the rest are
   * orders, codes and settlements.
   */
  moneyConnectionsMax: 6,
  connectMsMax: 5_000,
  statementMsMax: 20_000,
  /** Of the answer to a statement, where the server's own limit above cannot hold: it is frozen or out of reach. */
  answerMsMax: 25_000,
  /** A transaction that does nothing for this long holds locks for nobody. */
  idleInTransactionMsMax: 15_000,
} as const;

/** PostgreSQL's type numbers. */
const BIGINT = 20;
const DATE = 1082;

/** A bigint of the database as a number; what a number cannot hold exactly is refused, never rounded. */
export function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond 2^53`);
  return value;
}

/** The driver's parsers but for two: a bigint is a number, and a day stays `YYYY-MM-DD`, since it has no zone. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && oid === BIGINT) return parseBigint;
  if (format !== 'binary' && oid === DATE) return (text: string) => text;
  return format === 'binary'
    ? pg.types.getTypeParser(oid, 'binary')
    : pg.types.getTypeParser(oid, 'text');
};

/**
 * Keeps a lost connection from ending the process. The pool replaces an idle one; one in use also tells whoever waits
 * for a query, but between two queries of a transaction nobody listens.
 */
export function surviveLostConnections(pool: pg.Pool, onLost: (error: Error) => void): void {
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
}

export interface DatabaseOptions {
  readonly connectionsMax?: number;
  /** Seen in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Calls are refused at once while the database does not answer; absent: they wait for it as long as they may. */
  readonly watch?: WatchTimes;
  /** Is given every error that a statement is answered with. */
  readonly onRefusal?: (error: unknown) => void;
}

/**
 * A pool of connections behind Kysely. A `bigint` column comes as a number (coins and satang stay far below 2^53);
 * `timestamptz` as a `Date`, `date` as `YYYY-MM-DD`.
 */
export function createDatabase(
  url: string,
  logger: Logger,
  options: DatabaseOptions = {},
): Kysely<Database> {
  const pool = new BreakingPool({
    connectionString: url,
    max: options.connectionsMax ?? DATABASE_LIMITS.connectionsMax,
    connectionTimeoutMillis: DATABASE_LIMITS.connectMsMax,
    statement_timeout: DATABASE_LIMITS.statementMsMax,
    query_timeout: DATABASE_LIMITS.answerMsMax,
    idle_in_transaction_session_timeout: DATABASE_LIMITS.idleInTransactionMsMax,
    application_name: options.applicationName ?? 'sangwian-api',
    types: { getTypeParser },
    Client: PreparingClient,
  });
  surviveLostConnections(pool, (error) => logger.warn({ err: error }, 'database connection lost'));
  const { watch: times, onRefusal } = options;
  if (onRefusal !== undefined) {
    pool.on('connect', (client) => {
      if (client instanceof PreparingClient) client.onRefusal = onRefusal;
    });
  }
  if (times !== undefined) {
    const watch = new DatabaseWatch({
      url,
      times,
      logger,
      onFrozen: () => pool.break(),
      onThawed: () => pool.mend(),
    });
    const end = pool.end.bind(pool) as () => Promise<void>;
    pool.end = (): Promise<void> => {
      watch.stop();
      return end();
    };
  }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
