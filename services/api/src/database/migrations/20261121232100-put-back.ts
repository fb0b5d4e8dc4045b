import { type Kysely, sql } from 'kysely';

/** What was called off may be put back: it is told, and a bout that had not begun has not begun again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reminder_due
      drop constraint reminder_due_kind_check,
      add constraint reminder_due_kind_check
        check (kind in ('day', 'hour', 'start', 'moved', 'cancelled', 'restored'));
    -- Whether it was recorded of a bout that had not begun, so that it can begin when that is taken back.
    alter table bout_ruling add column before_bell boolean not null default false;
  `.execute(db);
}
