import { type Kysely, sql } from 'kysely';

/**
 * Calendars that somebody subscribed to take a change over where its SEQUENCE grew. Whoever changes a card, its bouts or
 * the live that shows it: a trigger counts. Results are not in a calendar, so they count for nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table program
      add column revision integer not null default 0,
      add column revised_at timestamptz(3) not null default now();

    create function program_is_revised() returns trigger language plpgsql as $$
    begin
      new.revision := old.revision + 1;
      new.revised_at := now();
      return new;
    end $$;
    create trigger program_changed before update on program for each row
      when ((old.promotion_id, old.stadium_id, old.title_th, old.title_en, old.starts_at)
        is distinct from (new.promotion_id, new.stadium_id, new.title_th, new.title_en, new.starts_at))
      execute function program_is_revised();

    -- A statement may change a year of bouts: each card counts once.
    create function bouts_revise_programs() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        update program set revision = revision + 1, revised_at = now()
        where program_id in (
          select after.program_id from bout_after after join bout_before before using (bout_id)
          where (before.program_id, before.card_order, before.red_fighter_id, before.blue_fighter_id,
              before.weight_pounds, before.rounds, before.starts_at)
            is distinct from (after.program_id, after.card_order, after.red_fighter_id,
              after.blue_fighter_id, after.weight_pounds, after.rounds, after.starts_at)
        );
      elsif tg_op = 'INSERT' then
        update program set revision = revision + 1, revised_at = now()
        where program_id in (select program_id from bout_after);
      else
        update program set revision = revision + 1, revised_at = now()
        where program_id in (select program_id from bout_before);
      end if;
      return null;
    end $$;
    create trigger bout_changed after update on bout
      referencing old table as bout_before new table as bout_after
      for each statement execute function bouts_revise_programs();
    create trigger bout_added after insert on bout
      referencing new table as bout_after
      for each statement execute function bouts_revise_programs();
    create trigger bout_removed after delete on bout
      referencing old table as bout_before
      for each statement execute function bouts_revise_programs();

    create function live_revises_program() returns trigger language plpgsql as $$
    begin
      update program set revision = revision + 1, revised_at = now() where program_id = new.program_id;
      return null;
    end $$;
    create trigger program_live_cancelled after update on program_live for each row
      when (old.cancelled_at is distinct from new.cancelled_at)
      execute function live_revises_program();

    create index program_promotion_idx on program (promotion_id, starts_at, program_id);
  `.execute(db);
}
