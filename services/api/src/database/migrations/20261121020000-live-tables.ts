import { type Kysely, sql } from 'kysely';

/** Camps, fighters, cards, bouts, lives and their streams. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table camp (
      camp_id uuid not null default uuidv7() constraint camp_pkey primary key,
      name_th text not null,
      name_en text not null,
      province_th text not null,
      province_en text not null
    );

    create table division (
      division_id uuid not null default uuidv7() constraint division_pkey primary key,
      name_th text not null,
      name_en text not null,
      weight_pounds_max integer not null constraint division_weight_check check (weight_pounds_max > 0)
    );

    create table fighter (
      fighter_id uuid not null default uuidv7() constraint fighter_pkey primary key,
      camp_id uuid not null constraint fighter_camp_fkey references camp,
      division_id uuid not null constraint fighter_division_fkey references division,
      name_th text not null,
      name_en text not null,
      nickname_th text not null,
      nickname_en text not null,
      province_th text not null,
      province_en text not null,
      stance text not null constraint fighter_stance_check check (stance in ('orthodox', 'southpaw')),
      height_cm integer not null constraint fighter_height_check check (height_cm between 100 and 230),
      weight_pounds integer not null constraint fighter_weight_check check (weight_pounds between 60 and 400),
      born_on date not null
    );
    create index fighter_division_idx on fighter (division_id);
    create index fighter_camp_idx on fighter (camp_id);

    create table promotion (
      promotion_id uuid not null default uuidv7() constraint promotion_pkey primary key,
      name_th text not null,
      name_en text not null
    );

    create table stadium (
      stadium_id uuid not null default uuidv7() constraint stadium_pkey primary key,
      name_th text not null,
      name_en text not null,
      province_th text not null,
      province_en text not null
    );

    create table program (
      program_id uuid not null default uuidv7() constraint program_pkey primary key,
      promotion_id uuid not null constraint program_promotion_fkey references promotion,
      stadium_id uuid not null constraint program_stadium_fkey references stadium,
      title_th text not null,
      title_en text not null,
      starts_at timestamptz(3) not null
    );
    create index program_starts_idx on program (starts_at, program_id);

    create table bout (
      bout_id uuid not null default uuidv7() constraint bout_pkey primary key,
      program_id uuid not null constraint bout_program_fkey references program,
      card_order integer not null constraint bout_order_check check (card_order between 1 and 40),
      main_event boolean not null,
      division_id uuid not null constraint bout_division_fkey references division,
      weight_pounds integer not null constraint bout_weight_check check (weight_pounds between 60 and 400),
      rounds integer not null constraint bout_rounds_check check (rounds between 1 and 12),
      red_fighter_id uuid not null constraint bout_red_fighter_fkey references fighter,
      blue_fighter_id uuid not null constraint bout_blue_fighter_fkey references fighter,
      starts_at timestamptz(3) not null,
      winner text,
      method text,
      result_round integer,
      result_at timestamptz(3),
      constraint bout_program_order_key unique (program_id, card_order),
      constraint bout_corners_check check (red_fighter_id <> blue_fighter_id),
      constraint bout_result_check check (
        (winner is null and method is null and result_round is null and result_at is null)
        or (result_at is not null and winner is not null and method is not null and (
          (winner in ('red', 'blue') and method in ('decision', 'tko', 'disqualification', 'forfeit'))
          or (winner = 'draw' and method = 'draw')
          or (winner = 'none' and method = 'cancelled')
        ))
      ),
      constraint bout_result_round_check check (result_round between 1 and rounds),
      constraint bout_tko_round_check check (method <> 'tko' or result_round is not null)
    );
    create index bout_red_fighter_idx on bout (red_fighter_id, starts_at desc);
    create index bout_blue_fighter_idx on bout (blue_fighter_id, starts_at desc);

    create table program_live (
      program_live_id uuid not null default uuidv7() constraint program_live_pkey primary key,
      program_id uuid not null constraint program_live_program_fkey references program,
      status text not null constraint program_live_status_check
        check (status in ('not_started', 'in_progress', 'ended')),
      access text not null constraint program_live_access_check check (access in ('free', 'premium')),
      price_coins integer,
      external boolean not null default false,
      starts_at timestamptz(3) not null,
      ended_at timestamptz(3),
      constraint program_live_price_check check (
        (access = 'free' and price_coins is null) or (access = 'premium' and price_coins > 0)
      ),
      constraint program_live_ended_check check ((status = 'ended') = (ended_at is not null))
    );
    create index program_live_starts_idx on program_live (status, starts_at, program_live_id);
    create index program_live_ended_idx on program_live (ended_at desc, program_live_id desc)
      where status = 'ended';
    create index program_live_program_idx on program_live (program_id);

    create table match_live (
      match_live_id uuid not null default uuidv7() constraint match_live_pkey primary key,
      program_live_id uuid not null constraint match_live_program_live_fkey references program_live,
      bout_id uuid not null constraint match_live_bout_fkey references bout,
      status text not null constraint match_live_status_check
        check (status in ('not_started', 'in_progress', 'ended')),
      round_number integer constraint match_live_round_check check (round_number between 1 and 12),
      round_started_at timestamptz(3),
      resting boolean not null default false,
      constraint match_live_bout_key unique (program_live_id, bout_id),
      constraint match_live_round_state_check check (
        (status = 'in_progress' or round_number is null)
        and (round_number is null) = (round_started_at is null)
      )
    );
    create unique index match_live_current_key on match_live (program_live_id)
      where status = 'in_progress';
    create index match_live_bout_idx on match_live (bout_id);

    create table channel (
      channel_id text not null constraint channel_pkey primary key
        constraint channel_id_check check (channel_id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
      publishing boolean not null default false,
      publish_changed_at timestamptz(3),
      stats jsonb,
      stats_at timestamptz(3)
    );

    create table match_live_stream (
      match_live_stream_id uuid not null default uuidv7() constraint match_live_stream_pkey primary key,
      program_live_id uuid not null constraint match_live_stream_live_fkey references program_live,
      kind text not null constraint match_live_stream_kind_check check (kind in ('hls', 'webrtc')),
      channel_id text not null constraint match_live_stream_channel_fkey references channel,
      constraint match_live_stream_kind_key unique (program_live_id, kind, channel_id)
    );
    create index match_live_stream_channel_idx on match_live_stream (channel_id);

    create table stream_key (
      stream_key_id uuid not null default uuidv7() constraint stream_key_pkey primary key,
      channel_id text not null constraint stream_key_channel_fkey references channel,
      key_hash bytea not null constraint stream_key_hash_key unique
        constraint stream_key_hash_check check (octet_length(key_hash) = 32),
      created_at timestamptz(3) not null default now(),
      revoked_at timestamptz(3)
    );
    create index stream_key_channel_idx on stream_key (channel_id) where revoked_at is null;

    create table live_unlock (
      program_live_id uuid not null constraint live_unlock_live_fkey references program_live,
      member_id uuid not null constraint live_unlock_member_fkey references member,
      via text not null constraint live_unlock_via_check check (via in ('coins', 'code')),
      coins integer not null constraint live_unlock_coins_check check (coins >= 0),
      unlocked_at timestamptz(3) not null default now(),
      constraint live_unlock_pkey primary key (member_id, program_live_id)
    );
  `.execute(db);
}
