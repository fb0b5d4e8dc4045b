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

/** The folder of the migrations, whose `functions` folder has the SQL functions. */
export const SCHEMA_FOLDER = import.meta.dirname;

/** The database was made by a version before the first baseline. Nothing in it was changed. */
export class OlderDatabaseError extends Error {
  override readonly name = 'OlderDatabaseError';

  constructor() {
    super(
      'This database was made by an older version of Sangwian, and this version cannot upgrade it. Nothing was changed.\n' +
        'To start anew and keep the old data, use another folder: DATA_DIR=./data-2 npm start\n' +
        '(with a database of your own: another, empty database as DATABASE_URL).\n' +
        'To go on with the old data, run the version that made it.',
    );
  }
}

/** What a call of `migrate` applied. */
export interface Applied {
  readonly migrations: string[];
  readonly functions: string[];
}

function createPool(databaseUrl: string, applicationName: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    application_name: applicationName,
  });
  // The statement that runs reports a lost connection.
  surviveLostConnections(pool, () => {});
  return pool;
}

const queryOver = (pool: pg.Pool): Kysely<unknown> =>
  new Kysely({ dialect: new PostgresDialect({ pool }) });

/**
 * Holds the migration lock while `work` runs. Waits by polling: a statement that waits for a lock keeps a snapshot, and
 * `create index concurrently`, run by the holder, would wait for that snapshot for ever.
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

/** Runs the pending migrations one by one, each in a transaction of its own unless its file says otherwise. */
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

/** The names of applied migrations; none where no migration ever ran. */
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

/** The role that an address of the database names. */
export const roleOf = (databaseUrl: string): string =>
  decodeURIComponent(new URL(databaseUrl).username);

/**
 * Brings the database up to the newest schema: migrations one by one, the SQL functions that changed, the job queue and
 * the partitions of the coming months. Concurrent callers are fine: one works, the others wait and find nothing to do.
 * Only the preparation calls this; nodes report what is missing as not ready.
 *
 * @param serviceRole is granted what the services need, where the services are not the owner
 * @param folder has the migrations, and the SQL functions in `functions`
 *
 * @throws {OlderDatabaseError} where the database was made before the first baseline
 * @throws where the database was migrated by a newer release than this one
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
      // First, since triggers add jobs.
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
 * The migrations, functions and job queue of this release that the database does not have; empty where it is up to date.
 * A function that another release changed is no gap: during an upgrade both run side by side.
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
