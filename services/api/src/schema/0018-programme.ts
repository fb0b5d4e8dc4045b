import { type Kysely, sql } from 'kysely';

/**
 * The columns and constraints that the console needs to edit the programme: versions of rows, last editors, and a card
 * order that can be swapped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['program', 'camp', 'division', 'stadium', 'promotion']) {
    await sql`
      alter table ${sql.table(table)}
        -- Counts the changes by operators, so that a stale edit is refused.
        add column version integer not null default 1,
        add column updated_by text
    `.execute(db);
  }
  await sql`
    alter table bout
      add column updated_by text,
      drop constraint bout_program_order_key,
      -- Checked at the end of a statement, so that one statement can swap the places of bouts.
      add constraint bout_program_order_key unique (program_id, card_order) deferrable;
    -- A table of its own: a column of fighter would break prepared statements of nodes that run the earlier version.
    create table fighter_edit (
      fighter_id uuid not null constraint fighter_edit_pkey primary key
        constraint fighter_edit_fighter_fkey references fighter on delete cascade,
      version integer not null default 1,
      updated_by text
    );
    alter table stream_key
      add column created_by text,
      add column revoked_by text;
    -- The console finds fighters by a part of any of their names.
    create index fighter_names_idx on fighter
      using gin ((name_th || ' ' || name_en || ' ' || nickname_th || ' ' || nickname_en) gin_trgm_ops);
  `.execute(db);
}
