import type { Logger } from '@sangwian/node-kit/logger';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../schema/database.ts';
import { BreakingPool } from './breaking-pool.ts';
import { DatabaseWatch, type WatchTimes } from './database-watch.ts';
import { PreparingClient, UnnamedClient } from './prepared.ts';

export const DATABASE_LIMITS = {
  /** Connections per node for everything except money. */
  connectionsMax: 12,
  /**
   * Connections per node for transactions that move coins or baht. Gifts of a bout use at most two, because they are
   * batched; the others are for orders, codes and settlements.
   */
  moneyConnectionsMax: 6,
  connectMsMax: 5_000,
  statementMsMax: 20_000,
  /** Client-side timeout of a statement, for a server that is frozen or unreachable. */
  answerMsMax: 25_000,
  /** The server ends a transaction that is idle for this long, which frees its locks. */
  idleInTransactionMsMax: 15_000,
} as const;

/** Session limits that a connection sets when it opens. */
const SESSION_LIMITS = {
  statement_timeout: DATABASE_LIMITS.statementMsMax,
  idle_in_transaction_session_timeout: DATABASE_LIMITS.idleInTransactionMsMax,
} as const;

/** Type OIDs of PostgreSQL. */
const BIGINT = 20;
const DATE = 1082;

/**
 * Returns a bigint of the database as a number.
 *
 * @throws {RangeError} beyond 2^53, where a number would be rounded
 */
export function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond 2^53`);
  return value;
}

/**
 * The driver's parsers with two exceptions: a bigint becomes a number, and a date stays `YYYY-MM-DD` because it has no
 * time zone.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && oid === BIGINT) return parseBigint;
  if (format !== 'binary' && oid === DATE) return (text: string) => text;
  return format === 'binary'
    ? pg.types.getTypeParser(oid, 'binary')
    : pg.types.getTypeParser(oid, 'text');
};

/**
 * Keeps a lost connection from ending the process. The pool handles errors of idle connections, and a running query
 * rejects, but an error between two queries of a transaction would be unhandled.
 */
export function surviveLostConnections(pool: pg.Pool, onLost: (error: Error) => void): void {
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
}

export interface DatabaseOptions {
  readonly connectionsMax?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Rejects calls immediately while the database does not respond. If absent, calls wait until their timeout. */
  readonly watch?: WatchTimes;
  /**
   * `false` behind a transaction pooler. Statements are then unnamed, and connections open without settings, because
   * pgbouncer refuses them. The role has the limits instead (`setRoleLimits`). Defaults to `true`.
   */
  readonly hasSessions?: boolean;
  /** Called with the error of every failed statement. */
  readonly onRefusal?: (error: unknown) => void;
}

/**
 * Creates a connection pool with Kysely. `bigint` is read as a number (coins and satang stay far below 2^53),
 * `timestamptz` as a `Date`, `date` as `YYYY-MM-DD`.
 */
export function createDatabase(
  url: string,
  logger: Logger,
  options: DatabaseOptions = {},
): Kysely<Database> {
  const hasSessions = options.hasSessions ?? true;
  const pool = new BreakingPool({
    connectionString: url,
    max: options.connectionsMax ?? DATABASE_LIMITS.connectionsMax,
    connectionTimeoutMillis: DATABASE_LIMITS.connectMsMax,
    query_timeout: DATABASE_LIMITS.answerMsMax,
    ...(hasSessions ? SESSION_LIMITS : {}),
    application_name: options.applicationName ?? 'sangwian-api',
    types: { getTypeParser },
    Client: hasSessions ? PreparingClient : UnnamedClient,
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

/**
 * Makes the limits of a session the defaults of the connected role in this database, for connections through a pooler.
 * A role may change its own defaults. Connections that are already open keep their values.
 */
export async function setRoleLimits(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const name = sql.id(rows[0]?.name ?? '');
  for (const [setting, ms] of Object.entries(SESSION_LIMITS)) {
    await sql`
      alter role current_user in database ${name} set ${sql.raw(setting)} = ${sql.lit(String(ms))}`.execute(
      db,
    );
  }
}
