import { runMigrations } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { silentWorkerLogger } from './worker-logger.ts';

/** The revision of the schema `graphile_worker` that the installed release of graphile-worker needs. */
export const JOB_SCHEMA_REVISION = 20;

/** Brings the schema of the job queue up to date. Only the preparation calls this, under its migration lock. */
export const installJobSchema = (pool: pg.Pool): Promise<void> =>
  runMigrations({ pgPool: pool, logger: silentWorkerLogger });

/** Returns whether the database has the job queue schema that this release needs. */
export async function hasJobSchema<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('graphile_worker.migrations') is not null as exists`.execute(db);
  if (found[0]?.exists !== true) return false;
  const { rows } = await sql<{ revision: number | null }>`
    select max(id) as revision from graphile_worker.migrations`.execute(db);
  return (rows[0]?.revision ?? 0) >= JOB_SCHEMA_REVISION;
}

/**
 * Lets the services' role use the job queue. graphile-worker enables row level security without a policy, which hides
 * all rows from every role but the owner. Only our services use the database, so row level security is disabled.
 */
export async function grantJobSchema(trx: Kysely<unknown>, role: string): Promise<void> {
  const name = sql.id(role);
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity`.execute(
    trx,
  );
  for (const { table } of rows) {
    await sql`alter table ${sql.table(`graphile_worker.${table}`)} disable row level security`.execute(
      trx,
    );
  }
  await sql`grant usage on schema graphile_worker to ${name}`.execute(trx);
  await sql`
    grant select, insert, update, delete on all tables in schema graphile_worker to ${name}`.execute(
    trx,
  );
  await sql`revoke insert, update, delete on graphile_worker.migrations from ${name}`.execute(trx);
  await sql`grant usage, select on all sequences in schema graphile_worker to ${name}`.execute(trx);
}
