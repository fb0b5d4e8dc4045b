import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { lockOf, takeLock } from './advisory-locks.ts';
import { surviveLostConnections } from './create-database.ts';
import type { Migration } from './migration.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const FILE = /^(\d{14}-[a-z0-9-]+)\.ts$/;
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

const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Lets the services' role read and write rows, of the tables that there are now. A transfer of the ledger it can only
 * add, whatever goes wrong above.
 */
async function grantToServices(trx: Transaction<MigrationTable>, role: string): Promise<void> {
  if (!ROLE.test(role)) throw new Error(`the role ${role} of DATABASE_URL has an unusual name`);
  const name = sql.id(role);
  await sql`grant usage on schema public to ${name}`.execute(trx);
  await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(
    trx,
  );
  await sql`grant usage, select on all sequences in schema public to ${name}`.execute(trx);
  await sql`revoke update, delete on transfer from ${name}`.execute(trx);
  await sql`revoke insert, update, delete on schema_migration from ${name}`.execute(trx);
}

/** The role that an address of the database names. */
export const roleOf = (databaseUrl: string): string =>
  decodeURIComponent(new URL(databaseUrl).username);

/**
 * Brings the database up to the newest migration, in one transaction. Several starters at once are fine: all but one
 * wait, and find nothing left to do.
 *
 * @param serviceRole who is granted what the services need, where they are not the owner
 *
 * @returns the names that this call applied
 * @throws where the database was migrated by a newer release than this one
 */
export async function migrate(databaseUrl: string, serviceRole?: string): Promise<string[]> {
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
      await takeLock(trx, lockOf('migration'));
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
      if (serviceRole !== undefined) await grantToServices(trx, serviceRole);
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
