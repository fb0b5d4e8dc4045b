import { type Kysely, sql } from 'kysely';

/** Whether, and around which moment, this database holds the sample season. Empty in production. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sample_season (
      only_one boolean not null default true constraint sample_season_pkey primary key
        constraint sample_season_only_one_check check (only_one),
      anchored_at timestamptz(3) not null,
      -- The demo publisher and run.json need the key again at every start, so here, and only here, it is kept as it is.
      stream_key text not null
    );
  `.execute(db);
}
