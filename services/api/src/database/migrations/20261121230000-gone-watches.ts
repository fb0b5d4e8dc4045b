import { type Kysely, sql } from 'kysely';

/** Since when no socket of a watching browser is left: nobody counts it, until it is heard again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table watch_session add column gone_at timestamptz`.execute(db);
}
