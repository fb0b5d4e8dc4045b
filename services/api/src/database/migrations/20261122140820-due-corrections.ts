import { type Kysely, sql } from 'kysely';

/** Programmes whose scores may be outdated are marked by what changed, so that nobody has to read every programme. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table predict_program
      -- How often something changed that scores are made from, after they were made, and how much of it was looked at.
      add column changes integer not null default 0,
      add column changes_checked integer not null default 0;
    -- What changed before this was counted is looked at once.
    update predict_program set changes = 1 where scored_at is not null;
    create index predict_program_due_idx on predict_program (program_id)
      where scored_at is not null and (changes <> changes_checked or scoring_from is not null);

    create function predict_bouts_changed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        update predict_program set changes = changes + 1
        where scored_at is not null and program_id in (
          select after.program_id from bout_after after join bout_before before using (bout_id)
          where (before.red_fighter_id, before.blue_fighter_id, before.winner, before.method, before.result_round)
            is distinct from (after.red_fighter_id, after.blue_fighter_id, after.winner, after.method, after.result_round)
        );
      else
        update predict_program set changes = changes + 1
        where scored_at is not null and program_id in (select program_id from bout_before);
      end if;
      return null;
    end $$;
    create trigger bout_predicted after update on bout
      referencing old table as bout_before new table as bout_after
      for each statement execute function predict_bouts_changed();
    create trigger bout_unpredicted after delete on bout
      referencing old table as bout_before
      for each statement execute function predict_bouts_changed();

    -- A fighter was substituted, or was not after all.
    create function predict_pairing_changed() returns trigger language plpgsql as $$
    begin
      update predict_program set changes = changes + 1
      where scored_at is not null
        and program_id = (select program_id from bout where bout_id = new.bout_id);
      return null;
    end $$;
    create trigger match_live_predicted after update on match_live for each row
      when ((old.replaced_at is null) <> (new.replaced_at is null))
      execute function predict_pairing_changed();
  `.execute(db);
}
