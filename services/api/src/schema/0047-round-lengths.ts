import { type Kysely, sql } from 'kysely';

/** The length of the rounds and rests of a bout (decision 124). The defaults are the rules of Muay Thai. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bout
      add column round_s integer not null default 180
        constraint bout_round_s_check check (round_s between 10 and 600),
      add column rest_s integer not null default 120
        constraint bout_rest_s_check check (rest_s between 5 and 600);
  `.execute(db);
}
