import { type Kysely, sql } from 'kysely';

/** The latest birth date that a member ever gave: who may buy goes by it, so that nobody grows older by editing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member add column latest_birth_date date
      constraint member_latest_birth_date_check check (latest_birth_date >= birth_date);
    update member set latest_birth_date = birth_date;
  `.execute(db);
}
