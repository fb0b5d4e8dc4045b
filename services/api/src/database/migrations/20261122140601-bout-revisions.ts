import { type Kysely, sql } from 'kysely';

/**
 * Revisions of lives and bouts, so that a client can tell an old answer from a new one; the number and state of a bout's
 * ruling; and the state of a bout before its ruling, which a withdrawal restores.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table program_live add column revision bigint not null default 0;
    alter table bout add column revision bigint not null default 0;
    alter table match_live
      add column revision bigint not null default 0,
      -- Counts results, withdrawals and corrections of this bout.
      add column ruling_sequence integer not null default 0,
      add column ruling_state text constraint match_live_ruling_check
        check (ruling_state in ('recorded', 'confirmed', 'withdrawn', 'corrected')),
      add column ruled_at timestamptz(3);

    -- Each row counts its own changes, under its own lock: the sum over rows grows with every commit.
    create function count_revision() returns trigger language plpgsql as $$
      begin
        new.revision := old.revision + 1;
        return new;
      end
    $$;
    create trigger program_live_revision before update on program_live for each row
      when (old.* is distinct from new.*) execute function count_revision();
    create trigger bout_revision before update on bout for each row
      when (old.* is distinct from new.*) execute function count_revision();
    create trigger match_live_revision before update on match_live for each row
      when (old.* is distinct from new.*) execute function count_revision();

    -- Rulings from before this migration have none: a withdrawal leaves their bouts ended.
    alter table bout_ruling
      add column status_before text constraint bout_ruling_status_before_check
        check (status_before in ('not_started', 'in_progress', 'ended')),
      add column round_number_before integer,
      add column round_started_before timestamptz(3),
      add column resting_before boolean;
  `.execute(db);
}
