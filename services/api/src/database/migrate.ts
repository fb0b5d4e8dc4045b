import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { surviveLostConnections } from './create-database.ts';
import type { Migration } from './migration.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const FILE = /^(\d{14}-[a-z0-9-]+)\.ts$/;
/** Any number that no other lock of ours has; all starters wait for each other on it. */
const ADVISORY_LOCK = 7_219_004_401;

interface MigrationTable {
  schema_migration: { name: string; applied_at: Date };
}

/** The names of all migrations, oldest first: `YYYYMMDDHHMMSS-<module>-<what>`. */
export async function listMigrations(): Promise<string[]> {
  const names = (await readdir(FOLDER)).flatMap((file) => FILE.exec(file)?.[1] ?? []).sort();
  const stamps = new Set(names.map((name) => name.slice(0, 14)));
  if (stamps.size !== names.length) throw new Error('two migrations have the same stamp');
  return names;
}

async function loadMigration(name: string): Promise<Migration> {
  return (await import(pathToFileURL(join(FOLDER, `${name}.ts`)).href)) as Migration;
}

/**
 * Brings the database up to the newest migration, in one transaction. Several starters at once are fine: all but one
 * wait, and find nothing left to do.
 *
 * @returns the names that this call applied
 * @throws where the database was migrated by a newer release than this one
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    application_name: 'sangwian-migrate',
  });
  // Whoever waits for the migration hears of it.
  surviveLostConnections(pool, () => {});
  const db = new Kysely<MigrationTable>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
      await sql`create table if not exists schema_migration (
        name text primary key, applied_at timestamptz not null default now())`.execute(trx);
      const known = await listMigrations();
      const rows = await trx.selectFrom('schema_migration').select('name').execute();
      const applied = new Set(rows.map((row) => row.name));
      const unknown = [...applied].filter((name) => !known.includes(name));
      if (unknown.length > 0) {
        throw new Error(`the database is newer than this release: ${unknown.join(', ')}`);
      }
      const due = known.filter((name) => !applied.has(name));
      for (const name of due) {
        const migration = await loadMigration(name);
        await migration.up(trx as unknown as Kysely<unknown>);
        await trx.insertInto('schema_migration').values({ name, applied_at: new Date() }).execute();
      }
      return due;
    });
  } finally {
    await db.destroy();
  }
}

/** The migrations that the database does not have yet; empty where it is up to date. */
export async function pendingMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return (await listMigrations()).filter((name) => !applied.has(name));
}
