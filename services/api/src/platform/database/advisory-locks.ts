import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/**
 * The key of a PostgreSQL advisory lock, as SQL arguments. All locks of a database share one space of 64-bit keys and
 * one space of pairs of 32-bit keys. Therefore this file defines every key.
 */
export interface AdvisoryLock {
  readonly key: RawBuilder<unknown>;
}

/** Keys of single locks. */
export const LOCK_KEYS = {
  /** Migrations. Concurrent starts wait for each other. */
  migration: 7_219_004_401,
  /** The check of the ledger, which runs on one node at a time. */
  ledgerCheck: 7_219_004_402,
  /** The end of watch sessions without heartbeats, which runs on one node at a time. */
  watchSweep: 7_219_004_403,
} as const;

/** First halves of the keys of locks that exist per id. The second half is a hash of the id. */
export const LOCK_SPACES = {
  /** Watch sessions that one member begins or ends. */
  watching: 8_801,
  /** The file of one image. */
  picture: 8_802,
  /** The files of one folder of uploaded photos. */
  photo: 8_803,
} as const;

/**
 * Prefixes of lock names; the key is a hash of the prefix, a space and the id. One prefix must not equal another prefix
 * followed by an id. The SQL function `send_gifts` also uses the prefix `bout`.
 */
export const LOCK_NAMES = {
  /** Gifts of a bout take the lock in shared mode; the end of the bout takes it exclusively. */
  bout: 'bout',
  /** One-time passwords of one phone. */
  otp: 'otp',
  /** Sheets of a programme: a confirmation takes the lock in shared mode; closing takes it exclusively. */
  predictSheets: 'predict',
  /** Slots of a programme's sheets. */
  predictSlots: 'predict slots',
  /** The boards of the prediction game. */
  predictBoards: 'predict boards',
  /** An idempotency key of a member. */
  idempotency: 'idempotency',
  /** The coins that one staff member grants without an approval. */
  aloneCoins: 'alone coins',
} as const;

export const lockOf = (key: keyof typeof LOCK_KEYS): AdvisoryLock => ({
  key: sql`${LOCK_KEYS[key]}::bigint`,
});

export const lockOfId = (space: keyof typeof LOCK_SPACES, id: string): AdvisoryLock => ({
  key: sql`${LOCK_SPACES[space]}::int, hashtext(${id})`,
});

/** @param id id of the locked object; omitted for a single lock */
export const lockOfName = (name: keyof typeof LOCK_NAMES, id?: string): AdvisoryLock => {
  const text = id === undefined ? LOCK_NAMES[name] : `${LOCK_NAMES[name]} ${id}`;
  return { key: sql`hashtextextended(${text}, 0)` };
};

/** Waits for the lock, and holds it until the transaction ends. */
export async function takeLock(trx: QueryExecutorProvider, { key }: AdvisoryLock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
}

/** Waits for the lock in shared mode, and holds it until the transaction ends. */
export async function takeLockShared(
  trx: QueryExecutorProvider,
  { key }: AdvisoryLock,
): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${key})`.execute(trx);
}

/** Takes the lock until the transaction ends, if it is free. Returns whether it was taken. */
export async function tryLock<Tables>(
  trx: Kysely<Tables>,
  { key }: AdvisoryLock,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${key}) as taken`.execute(trx);
  return rows[0]?.taken === true;
}

/**
 * Runs `work` under a session-level lock, if the lock is free. For work that spans several transactions.
 *
 * @returns whether the lock was free
 */
export function whileLocked<Tables>(
  db: Kysely<Tables>,
  { key }: AdvisoryLock,
  work: (connection: Kysely<Tables>) => Promise<unknown>,
): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${key}) as taken`.execute(connection);
    if (rows[0]?.taken !== true) return false;
    try {
      await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
    return true;
  });
}
