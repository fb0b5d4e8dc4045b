import { type Kysely, sql } from 'kysely';

/** Whether a member is shown the results of lives that can be watched as replays (decision 110). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member add column shows_results boolean not null default false;
  `.execute(db);
}
