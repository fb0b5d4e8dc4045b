import { type Kysely, sql } from 'kysely';

/** Redeem codes, who used them, and the phones that members had before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table redeem_code (
      redeem_code_id uuid not null default uuidv7() constraint redeem_code_pkey primary key,
      -- As it is compared: capitals, no spaces or hyphens, Arabic digits.
      code text not null constraint redeem_code_code_key unique
        constraint redeem_code_code_check check (length(code) between 4 and 64),
      -- As it is shown.
      shown_code text not null,
      -- What codes that were made at once have in common.
      batch text not null,
      kind text not null constraint redeem_code_kind_check check (kind in ('coin', 'live')),
      coins bigint constraint redeem_code_coins_check check (coins between 1 and 1000000),
      -- Of a live code: the live that it opens; null: any premium one.
      program_live_id uuid constraint redeem_code_live_fkey references program_live,
      starts_at timestamptz(3),
      expires_at timestamptz(3),
      -- Null: without such a limit. A one-time code has 1.
      uses_max integer constraint redeem_code_uses_check check (uses_max > 0),
      uses_per_day_max integer constraint redeem_code_day_check check (uses_per_day_max > 0),
      -- Whether a member may use it once for ever, or once a day.
      per_member text not null
        constraint redeem_code_per_member_check check (per_member in ('once', 'daily')),
      -- Counted only where there is a limit, so that a code without one is no row that everybody waits for.
      used_count integer not null default 0,
      day_on date,
      day_count integer not null default 0,
      note text not null,
      created_by text not null,
      created_at timestamptz(3) not null,
      disabled_at timestamptz(3),
      disabled_by text,
      disabled_reason text,
      constraint redeem_code_gives_check check ((kind = 'coin') = (coins is not null)),
      constraint redeem_code_live_kind_check check (kind = 'live' or program_live_id is null),
      constraint redeem_code_used_check check (uses_max is null or used_count <= uses_max),
      constraint redeem_code_day_used_check
        check (uses_per_day_max is null or day_count <= uses_per_day_max),
      constraint redeem_code_disabled_check check ((disabled_at is null) = (disabled_by is null))
    );
    create index redeem_code_batch_idx on redeem_code (batch, redeem_code_id);

    create table redeem_use (
      redeem_use_id uuid not null constraint redeem_use_pkey primary key,
      redeem_code_id uuid not null constraint redeem_use_code_fkey references redeem_code,
      member_id uuid not null constraint redeem_use_member_fkey references member,
      -- HMAC-SHA256 of the phone that the member had then, or of the id that its partner knows it by.
      holder_hash bytea constraint redeem_use_holder_check check (length(holder_hash) = 32),
      -- 'once', or the day in Bangkok: one use of a member in each.
      period text not null,
      coins bigint not null,
      program_live_id uuid constraint redeem_use_live_fkey references program_live,
      used_at timestamptz(3) not null,
      constraint redeem_use_member_key unique (redeem_code_id, member_id, period),
      constraint redeem_use_holder_key unique (redeem_code_id, holder_hash, period)
    );
    create index redeem_use_member_idx on redeem_use (member_id, redeem_use_id desc);

    -- Phones that a member does not have any more, as HMAC-SHA256.
    create table past_phone (
      phone_hash bytea not null constraint past_phone_hash_check check (length(phone_hash) = 32),
      member_id uuid not null constraint past_phone_member_fkey references member,
      left_at timestamptz(3) not null,
      constraint past_phone_pkey primary key (phone_hash, member_id)
    );
    insert into past_phone (phone_hash, member_id, left_at)
      select phone_hash, member_id, deleted_at from deleted_member where phone_hash is not null;
    alter table deleted_member drop column phone_hash;
  `.execute(db);
}
