import { type Kysely, sql } from 'kysely';

/**
 * The columns that the operator console needs to direct a show: the acting staff account, idempotent acts, and a
 * stopped clock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- When the clock of the round was stopped; it goes on from there. NULL: the clock runs.
    alter table match_live add column clock_stopped_at timestamptz(3)
      constraint match_live_clock_check check (clock_stopped_at is null or round_number is not null);

    -- The staff accounts behind the names. They have no foreign key: accounts are never deleted, and an act at ringside
    -- must not wait for a lock of its account. NULL: a tool of this machine, which gives only a name.
    alter table bout_ruling
      add column created_by_staff_id uuid,
      add column confirmed_by_staff_id uuid;
    alter table show_action
      add column staff_id uuid,
      -- Made by the console for each act, so that an act whose answer was lost is repeated without a second effect.
      add column act_id uuid;
    create unique index show_action_act_key on show_action (act_id) where act_id is not null;
    create index show_action_match_idx on show_action (match_live_id, show_action_id desc)
      where match_live_id is not null;

    -- Why the media process refused the last publisher of a channel.
    alter table channel
      add column refused_at timestamptz(3),
      add column refusal text constraint channel_refusal_check check (char_length(refusal) <= 300);
  `.execute(db);
}
