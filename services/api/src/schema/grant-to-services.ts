import { type Kysely, sql } from 'kysely';

const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

/** Tables that only the migrations write. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock', 'schema_function'] as const;

/**
 * Lets the services' role read and write the rows of all tables. It can add transfers to the ledger, but neither change
 * nor delete one, whatever goes wrong in the program.
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
    await sql`revoke update, delete on transfer from ${name}`.execute(trx);
    for (const table of OF_MIGRATIONS) {
      await sql`revoke insert, update, delete on ${sql.table(table)} from ${name}`.execute(trx);
    }
  });
}
