import { type Kysely, sql } from 'kysely';

/** Backups that were restored and checked, so that the place Health shows the last one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup (
      backup_id uuid not null default uuidv7() constraint backup_pkey primary key,
      -- The database can be restored as it was then, or later.
      taken_at timestamptz(3) not null,
      bytes bigint not null constraint backup_bytes_check check (bytes >= 0),
      -- Where it is, as the operator named it.
      place text not null constraint backup_place_check check (length(place) between 1 and 500)
    );
    create index backup_taken_idx on backup (taken_at desc);
  `.execute(db);
}
