import { type Kysely, sql } from 'kysely';

/** The positions at which members stopped watching replays, and prices of replays (decisions 111 and 112). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replay_position (
      member_id uuid not null constraint replay_position_member_fkey references member,
      program_live_id uuid not null constraint replay_position_live_fkey references program_live,
      -- In seconds from the replay's beginning; 0: at its start again.
      position_s integer not null
        constraint replay_position_position_s_check check (position_s >= 0),
      -- When the member was there. The later one of two devices stays.
      watched_at timestamptz(3) not null,
      constraint replay_position_pkey primary key (member_id, program_live_id)
    ) with (fillfactor = 70);
    create index replay_position_live_idx on replay_position (program_live_id);

    -- The price of the live as a replay; null: the price of the live; 0: free.
    alter table program_live add column replay_price_coins bigint
      constraint program_live_replay_price_coins_check check (replay_price_coins >= 0);
  `.execute(db);
}
