import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { lockOf, whileLocked } from '../platform/database/advisory-locks.ts';
import { surviveLostConnections } from '../platform/database/create-database.ts';
import { hasJobSchema, installJobSchema } from '../platform/jobs/job-schema.ts';
import { applyFunctions, readFunctions } from './apply-functions.ts';
import { grantToServices } from './grant-to-services.ts';
import { listMigrations, loadMigrations, providerOf } from './list-migrations.ts';

const LOCK_POLL_MS = 100;

/** The folder of the migrations. Its folder `functions` has the SQL functions. */
export const SCHEMA_FOLDER = import.meta.dirname;

/** A release before the first baseline created the database. Nothing in it was changed. */
export class OlderDatabaseError extends Error {
  override readonly name = 'OlderDatabaseError';

  constructor() {
    super(
      'This database was made by an older version of Sangwian, and this version cannot upgrade it. Nothing was changed.\n' +
        'To start with an empty database and keep the old data, use another folder: DATA_DIR=./data-2 npm start\n' +
        '(with your own PostgreSQL server: set DATABASE_URL to another, empty database).\n' +
        'To use the old data, run the version that created it.',
    );
  }
}

/** The migrations and functions that a call of `migrate` applied. */
export interface Applied {
  readonly migrations: string[];
  readonly functions: string[];
}

function createPool(databaseUrl: string, applicationName: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    application_name: applicationName,
    // Removes the limits that the role may have as defaults (`setRoleLimits`), because a migration may take longer.
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  // A lost connection fails the running statement, so this event needs no other handling.
  surviveLostConnections(pool, () => {});
  return pool;
}

const queryOver = (pool: pg.Pool): Kysely<unknown> =>
  new Kysely({ dialect: new PostgresDialect({ pool }) });

/**
 * Holds the migration lock while `work` runs. Other callers poll for the lock, because a statement that waits for a
 * lock holds a snapshot. `create index concurrently` in `work` would wait for that snapshot forever.
 */
async function whileAlone(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const db = queryOver(createPool(databaseUrl, 'sangwian-migrate-lock'));
  try {
    while (!(await whileLocked(db, lockOf('migration'), work))) await wait(LOCK_POLL_MS);
  } finally {
    await db.destroy();
  }
}

async function refuseOlderDatabase(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ older: boolean }>`
    select to_regclass('public.schema_migration') is not null as older`.execute(db);
  if (rows[0]?.older === true) throw new OlderDatabaseError();
}

/** Runs the pending migrations one by one, each in a separate transaction unless its file disables that. */
async function runMigrations(db: Kysely<unknown>, folder: string): Promise<string[]> {
  const migrations = await loadMigrations(folder);
  const migrator = new Migrator({ db, provider: providerOf(migrations) });
  const applied: string[] = [];
  for (;;) {
    const next = (await migrator.getMigrations()).find(
      ({ executedAt }) => executedAt === undefined,
    );
    if (next === undefined) return applied;
    const { error } = await migrator.migrateUp({
      disableTransactions: migrations.get(next.name)?.transaction === false,
    });
    if (error !== undefined) throw error;
    applied.push(next.name);
  }
}

/** Returns the names of the applied migrations. */
async function readApplied<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('public.kysely_migration') is not null as exists`.execute(db);
  if (found[0]?.exists !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

async function refuseNewerDatabase(db: Kysely<unknown>, folder: string): Promise<void> {
  const known = await listMigrations(folder);
  const unknown = (await readApplied(db)).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`the database is newer than this release: ${unknown.join(', ')}`);
  }
}

/** Returns the role in a database URL. */
export const roleOf = (databaseUrl: string): string =>
  decodeURIComponent(new URL(databaseUrl).username);

/**
 * Brings the database up to the newest schema: migrations one by one, the SQL functions that changed, the job queue and
 * the partitions of the coming months. Concurrent callers are safe: one works, the others wait and find nothing to do.
 * Only `prepare.ts` calls this. A node with schema gaps reports that it is not ready.
 *
 * @param serviceRole the role that receives the services' rights, if the services are not the owner
 * @param folder the folder of the migrations, with the SQL functions in `functions`
 *
 * @throws {OlderDatabaseError} if the database was created before the first baseline
 * @throws if a newer release migrated the database
 */
export async function migrate(
  databaseUrl: string,
  serviceRole?: string,
  folder: string = SCHEMA_FOLDER,
): Promise<Applied> {
  const applied: Applied = { migrations: [], functions: [] };
  await whileAlone(databaseUrl, async () => {
    const pool = createPool(databaseUrl, 'sangwian-migrate');
    const db = queryOver(pool);
    try {
      await refuseOlderDatabase(db);
      await refuseNewerDatabase(db, folder);
      // The job queue comes before the migrations, because triggers add jobs.
      if (!(await hasJobSchema(db))) await installJobSchema(pool);
      applied.migrations.push(...(await runMigrations(db, folder)));
      const functions = await readFunctions(join(folder, 'functions'));
      applied.functions.push(...(await applyFunctions(db, functions)));
      await sql`select create_partitions()`.execute(db);
      if (serviceRole !== undefined) await grantToServices(db, serviceRole);
    } finally {
      await db.destroy();
    }
  });
  return applied;
}

/**
 * Returns the migrations and functions of this release that the database lacks, and the job queue if it is missing. A
 * function that another release changed is not a gap, because both releases run side by side during an upgrade.
 */
export async function findSchemaGaps<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const [migrations, files, applied, { rows }, hasJobs] = await Promise.all([
    listMigrations(SCHEMA_FOLDER),
    readdir(join(SCHEMA_FOLDER, 'functions')),
    sql<{ name: string }>`select name from kysely_migration`.execute(db),
    sql<{ name: string }>`select name from schema_function`.execute(db),
    hasJobSchema(db),
  ]);
  const hasMigration = new Set(applied.rows.map(({ name }) => name));
  const hasFunction = new Set(rows.map(({ name }) => `${name}.sql`));
  return [
    ...migrations.filter((name) => !hasMigration.has(name)).map((name) => `migration ${name}`),
    ...files.filter((file) => !hasFunction.has(file)).map((file) => `function ${file}`),
    ...(hasJobs ? [] : ['job queue']),
  ];
}
