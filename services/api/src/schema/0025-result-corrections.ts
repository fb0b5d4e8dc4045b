import { type Kysely, sql } from 'kysely';

/** Corrections of confirmed results that a second person approves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table result_correction (
      -- Chosen by the console, so that a repeated call is the same request.
      result_correction_id uuid not null constraint result_correction_pkey primary key,
      match_live_id uuid not null constraint result_correction_match_fkey references match_live,
      -- The version of the bout that the author saw. Another one makes the request stale.
      bout_version bigint not null,
      winner text not null constraint result_correction_winner_check
        check (winner in ('red', 'blue', 'draw', 'none')),
      method text not null constraint result_correction_method_check check (
        method in ('decision', 'tko', 'disqualification', 'forfeit', 'draw', 'cancelled', 'no_contest')
      ),
      round integer constraint result_correction_round_check check (round between 1 and 12),
      -- The replaced result, and the numbers that the author saw.
      before jsonb,
      effect jsonb not null,
      reason text not null constraint result_correction_reason_check check (reason <> ''),
      -- Lapsed: another request for the bout took the place of a stale or expired one.
      state text not null constraint result_correction_state_check
        check (state in ('open', 'done', 'refused', 'withdrawn', 'lapsed')),
      created_by text not null constraint result_correction_by_check check (created_by <> ''),
      created_by_staff_id uuid not null constraint result_correction_author_fkey references staff (staff_id),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      decided_by text,
      decided_by_staff_id uuid constraint result_correction_decider_fkey references staff (staff_id),
      decided_at timestamptz(3),
      decision_reason text,
      constraint result_correction_decided_check check (
        num_nulls(decided_by, decided_by_staff_id, decided_at)
          = case when state in ('open', 'lapsed') then 3 else 0 end
      ),
      -- The database itself refuses that one person asks and approves.
      constraint result_correction_two_persons_check check (
        state <> 'done' or decided_by_staff_id <> created_by_staff_id
      )
    );
    create unique index result_correction_open_key on result_correction (match_live_id)
      where state = 'open';
    create index result_correction_match_idx on result_correction (match_live_id);
    create index result_correction_author_idx on result_correction (created_by_staff_id);
    create index result_correction_decider_idx on result_correction (decided_by_staff_id)
      where decided_by_staff_id is not null;
  `.execute(db);
}
