import { type Kysely, sql } from 'kysely';

/** When whoever is signed in has last shown to be the owner, since the sign-in itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member_session add column confirmed_at timestamptz(3)`.execute(db);
}
