import { type Kysely, sql } from 'kysely';

/** The prediction game: sheets, what they are counted from, and the boards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A programme that somebody predicts, or whose first bout began.
    create table predict_program (
      program_id uuid not null constraint predict_program_pkey primary key
        constraint predict_program_program_fkey references program,
      -- Nobody confirms or changes a sheet from then on.
      closed_at timestamptz(3),
      counted_at timestamptz(3),
      -- What the scores were made from: results that changed since make them anew.
      scored_from text,
      scored_at timestamptz(3),
      constraint predict_program_scored_check check ((scored_from is null) = (scored_at is null))
    );
    create index predict_program_open_idx on predict_program (program_id) where scored_at is null;

    -- A bout as it was predicted. With another fighter in a corner it is another one, and the old one counts no more.
    create table predict_slot (
      program_id uuid not null,
      slot smallint not null constraint predict_slot_check check (slot > 0),
      bout_id uuid not null,
      red_fighter_id uuid not null,
      blue_fighter_id uuid not null,
      substitutions integer not null,
      red_picks integer not null default 0,
      draw_picks integer not null default 0,
      blue_picks integer not null default 0,
      constraint predict_slot_pkey primary key (program_id, slot),
      constraint predict_slot_pairing_key
        unique (program_id, bout_id, red_fighter_id, blue_fighter_id, substitutions)
    );

    -- Picks stand by slot, each as a small number, so that a million sheets are small and scored by looking up. No
    -- foreign key to the programme: every sheet of a crowd would lock the same row with it.
    create table predict_sheet (
      program_id uuid not null,
      member_id uuid not null constraint predict_sheet_member_fkey references member,
      picks smallint[] not null,
      confirmed_at timestamptz(3) not null,
      constraint predict_sheet_pkey primary key (program_id, member_id)
    );
    create index predict_sheet_member_idx on predict_sheet (member_id, confirmed_at desc, program_id desc);

    create table predict_board (
      board_id integer generated always as identity constraint predict_board_pkey primary key,
      -- 'program <id>', 'month <YYYY-MM>' or 'all'.
      name text not null constraint predict_board_name_key unique,
      program_id uuid,
      starts_at timestamptz(3),
      members integer not null default 0,
      constraint predict_board_program_check check ((program_id is null) = (starts_at is null))
    );
    create index predict_board_latest_idx on predict_board (starts_at desc) where program_id is not null;

    create table predict_standing (
      board_id integer not null,
      member_id uuid not null,
      points integer not null,
      winners integer not null,
      sheets integer not null,
      -- Of several sheets the one that was confirmed last.
      confirmed_at timestamptz(3) not null,
      constraint predict_standing_pkey primary key (board_id, member_id)
    );
    create index predict_standing_order_idx on predict_standing
      (board_id, points desc, winners desc, confirmed_at, member_id);
    create index predict_standing_member_idx on predict_standing (member_id);

    -- How many members have so many points: an own rank is a sum over a few rows, however many members there are.
    create table predict_tally (
      board_id integer not null,
      points integer not null,
      members integer not null,
      constraint predict_tally_pkey primary key (board_id, points)
    );
  `.execute(db);
}
