import { type Kysely, sql } from 'kysely';
import { grantJobSchema } from '../platform/jobs/job-schema.ts';

const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

/** Tables that only migrations write. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock', 'schema_function'] as const;

/** Tables to which the services may only add rows. */
const APPEND_ONLY = [
  'transfer',
  'gift_log',
  'ended_watch_session',
  'audit_entry',
  'audit_outcome',
] as const;

/**
 * Grants the services' role access to the rows of all tables. It has no rights on partitions, which would bypass the
 * rights on their table.
 */
export async function grantToServices(db: Kysely<unknown>, role: string): Promise<void> {
  if (!ROLE.test(role)) throw new Error(`the role ${role} of DATABASE_URL has an unusual name`);
  const name = sql.id(role);
  await db.transaction().execute(async (trx) => {
    await sql`grant usage on schema public to ${name}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(
      trx,
    );
    await sql`grant usage, select on all sequences in schema public to ${name}`.execute(trx);
    for (const table of APPEND_ONLY) {
      await sql`revoke update, delete on ${sql.table(table)} from ${name}`.execute(trx);
    }
    for (const partition of await findPartitions(trx)) {
      await sql`revoke all on ${sql.table(partition)} from ${name}`.execute(trx);
    }
    for (const table of MIGRATION_TABLES) {
      await sql`revoke insert, update, delete on ${sql.table(table)} from ${name}`.execute(trx);
    }
    await grantJobSchema(trx, role);
  });
}

async function findPartitions(trx: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relispartition and relkind in ('r', 'p')`.execute(
    trx,
  );
  return rows.map(({ name }) => name);
}
