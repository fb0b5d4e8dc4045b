import { type Kysely, sql } from 'kysely';

/** Lives and their streams, watch sessions, the chat, gifts, and what operators do to a live. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLives(db);
  await createStreams(db);
  await createWatching(db);
  await createChat(db);
  await createGifts(db);
  await createRulings(db);
}

async function createLives(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table program_live (
      program_live_id uuid not null default uuidv7() constraint program_live_pkey primary key,
      program_id uuid not null,
      status text not null constraint program_live_status_check
        check (status in ('not_started', 'in_progress', 'ended')),
      access text not null constraint program_live_access_check check (access in ('free', 'premium')),
      price_coins bigint,
      external boolean not null default false,
      starts_at timestamptz(3) not null,
      ended_at timestamptz(3),
      -- A cancelled live is refunded.
      cancelled_at timestamptz(3),
      revision bigint not null default 0,
      constraint program_live_price_check check (
        (access = 'free' and price_coins is null) or (access = 'premium' and price_coins > 0)
      ),
      constraint program_live_ended_check check ((status = 'ended') = (ended_at is not null)),
      constraint program_live_cancelled_check check (cancelled_at is null or status = 'ended')
    );
    create index program_live_starts_idx on program_live (status, starts_at, program_live_id);
    create index program_live_ended_idx on program_live (ended_at desc, program_live_id desc)
      where status = 'ended';
    create index program_live_program_idx on program_live (program_id);
    create index program_live_cancelled_idx on program_live (cancelled_at) where cancelled_at is not null;

    create table match_live (
      match_live_id uuid not null default uuidv7() constraint match_live_pkey primary key,
      program_live_id uuid not null constraint match_live_program_live_fkey references program_live,
      bout_id uuid not null,
      status text not null constraint match_live_status_check
        check (status in ('not_started', 'in_progress', 'ended')),
      round_number integer constraint match_live_round_check check (round_number between 1 and 12),
      round_started_at timestamptz(3),
      resting boolean not null default false,
      gifts_enabled boolean not null default true,
      -- Announced before the bout: a draw refunds the gifts.
      draw_refunds boolean not null default false,
      -- A fighter was substituted: a newer row represents the bout, and this row only its gifts.
      replaced_at timestamptz(3),
      ended_at timestamptz(3),
      revision bigint not null default 0,
      -- Counts results, withdrawals and corrections of this bout.
      ruling_sequence integer not null default 0,
      ruling_state text constraint match_live_ruling_check
        check (ruling_state in ('recorded', 'confirmed', 'withdrawn', 'corrected')),
      ruled_at timestamptz(3),
      constraint match_live_round_state_check check (
        (status = 'in_progress' or round_number is null)
        and (round_number is null) = (round_started_at is null)
      )
    );
    create unique index match_live_bout_key on match_live (program_live_id, bout_id) where replaced_at is null;
    create unique index match_live_current_key on match_live (program_live_id)
      where status = 'in_progress';
    create index match_live_bout_idx on match_live (bout_id);

    create table live_unlock (
      program_live_id uuid not null constraint live_unlock_live_fkey references program_live,
      member_id uuid not null,
      via text not null constraint live_unlock_via_check check (via in ('coins', 'code', 'partner')),
      paid_coins bigint not null constraint live_unlock_coins_check check (paid_coins >= 0),
      unlocked_at timestamptz(3) not null default now(),
      refunded_at timestamptz(3),
      constraint live_unlock_pkey primary key (member_id, program_live_id)
    );
    create index live_unlock_live_idx on live_unlock (program_live_id, member_id);
  `.execute(db);
}

async function createStreams(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table channel (
      channel_id text not null constraint channel_pkey primary key
        constraint channel_id_check check (channel_id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
      publishing boolean not null default false,
      publish_changed_at timestamptz(3),
      stats jsonb,
      stats_at timestamptz(3)
    );

    create table stream_key (
      stream_key_id uuid not null default uuidv7() constraint stream_key_pkey primary key,
      channel_id text not null constraint stream_key_channel_fkey references channel,
      key_hash bytea not null constraint stream_key_hash_key unique
        constraint stream_key_hash_check check (octet_length(key_hash) = 32),
      created_at timestamptz(3) not null default now(),
      revoked_at timestamptz(3)
    );
    create index stream_key_channel_idx on stream_key (channel_id) where revoked_at is null;

    create table match_live_stream (
      match_live_stream_id uuid not null default uuidv7() constraint match_live_stream_pkey primary key,
      program_live_id uuid not null constraint match_live_stream_live_fkey references program_live,
      kind text not null constraint match_live_stream_kind_check check (kind in ('hls', 'webrtc')),
      channel_id text not null constraint match_live_stream_channel_fkey references channel,
      constraint match_live_stream_kind_key unique (program_live_id, kind, channel_id)
    );
    create index match_live_stream_channel_idx on match_live_stream (channel_id);

    -- A viewer counts once per stream.
    create table stream_view (
      match_live_stream_id uuid not null constraint stream_view_stream_fkey references match_live_stream,
      -- 'member:<id>', or 'device:<hash>' for a visitor's browser.
      viewer text not null constraint stream_view_viewer_check check (length(viewer) between 1 and 100),
      viewed_at timestamptz(3) not null,
      constraint stream_view_pkey primary key (match_live_stream_id, viewer)
    );
    -- Visitors' views are removed after a day.
    create index stream_view_visitor_idx on stream_view (viewed_at) where viewer not like 'member:%';

    -- The number of views. Each view increments one of several slots, so that a crowd does not queue for one row.
    create table stream_view_count (
      match_live_stream_id uuid not null constraint stream_view_count_stream_fkey references match_live_stream,
      slot smallint not null,
      views bigint not null,
      constraint stream_view_count_pkey primary key (match_live_stream_id, slot)
    ) with (fillfactor = 50);
  `.execute(db);
}

async function createWatching(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Active sessions. An ended session moves to ended_watch_session.
    create table watch_session (
      watch_session_id uuid not null default uuidv7() constraint watch_session_pkey primary key,
      -- A member has at most one watch session, even after races.
      member_id uuid not null constraint watch_session_active_key unique,
      member_session_id uuid not null,
      watch_token uuid not null,
      program_live_id uuid not null constraint watch_session_live_fkey references program_live,
      match_live_stream_id uuid not null
        constraint watch_session_stream_fkey references match_live_stream,
      started_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- When the browser lost its last socket. The session does not count until the browser reports again.
      gone_at timestamptz(3)
    ) with (fillfactor = 80);
    create index watch_session_stream_idx on watch_session (match_live_stream_id);
    create index watch_session_session_idx on watch_session (member_session_id);

    -- Ended sessions, by month. No foreign keys: the active session had them, and a crowd's sessions end at once.
    create table ended_watch_session (
      watch_session_id uuid not null constraint ended_watch_session_pkey primary key,
      member_id uuid not null,
      member_session_id uuid not null,
      watch_token uuid not null,
      program_live_id uuid not null,
      match_live_stream_id uuid not null,
      started_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      ended_at timestamptz(3) not null,
      end_reason text not null constraint ended_watch_session_reason_check
        check (end_reason in ('left', 'ejected', 'silent', 'signed_out'))
    ) partition by range (watch_session_id);
    create index ended_watch_session_member_idx on ended_watch_session (member_id, watch_session_id desc);
    create index ended_watch_session_ejected_idx on ended_watch_session (member_id, watch_token)
      where end_reason = 'ejected';

    -- Revoked playback grants, for the media process.
    create table watch_revocation (
      watch_revocation_id bigint generated always as identity
        constraint watch_revocation_pkey primary key,
      -- No foreign key, because an ended session moves.
      watch_session_id uuid not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3) not null,
      -- The writing transaction. Identity values are assigned before the commit, so a reader that continues after the
      -- last one would skip rows that are committed late. Reading up to the oldest running transaction skips none.
      written_by xid8 not null default pg_current_xact_id()
    );
    create index watch_revocation_written_idx on watch_revocation (written_by, watch_revocation_id);
    create index watch_revocation_expires_idx on watch_revocation (expires_at);
  `.execute(db);
}

async function createChat(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_room (
      program_live_id uuid not null constraint chat_room_pkey primary key
        constraint chat_room_live_fkey references program_live,
      last_seq integer not null default 0 constraint chat_room_seq_check check (last_seq >= 0),
      slow_mode_s integer not null default 3
        constraint chat_room_slow_check check (slow_mode_s between 1 and 3600),
      pin_id uuid,
      pin_th text,
      pin_en text,
      -- For a pinned fan's line: its author and id. The pin is removed with the line.
      pin_name text,
      pin_message_id uuid,
      pinned_at timestamptz(3),
      constraint chat_room_pin_check check (
        num_nulls(pin_id, pin_th, pin_en, pinned_at) in (0, 4)
        and (pin_id is not null or num_nonnulls(pin_name, pin_message_id) = 0))
    ) with (fillfactor = 50);

    -- Lines, partitioned by the month in which their live was created.
    create table chat_message (
      program_live_id uuid not null constraint chat_message_room_fkey references chat_room,
      seq integer not null,
      chat_message_id uuid not null,
      member_id uuid not null,
      member_name text not null,
      member_avatar text,
      member_role text,
      text text not null constraint chat_message_text_check check (text <> ''),
      sent_at timestamptz(3) not null,
      -- The text of a removed line is kept for moderators only.
      removed_at timestamptz(3),
      constraint chat_message_pkey primary key (program_live_id, seq),
      constraint chat_message_id_key unique (chat_message_id, program_live_id)
    ) partition by range (program_live_id);
    create index chat_message_member_idx on chat_message (member_id, sent_at);
    create index chat_message_removed_idx on chat_message (program_live_id, seq) where removed_at is not null;
    alter table chat_room add constraint chat_room_pin_message_fkey
      foreign key (pin_message_id, program_live_id) references chat_message (chat_message_id, program_live_id);

    -- When a member last sent a line.
    create table chat_pace (
      member_id uuid not null constraint chat_pace_pkey primary key,
      last_sent_at timestamptz(3) not null
    ) with (fillfactor = 50);

    create table chat_timeout (
      member_id uuid not null,
      -- Null: all lives.
      program_live_id uuid constraint chat_timeout_live_fkey references program_live,
      until timestamptz(3) not null,
      constraint chat_timeout_key unique nulls not distinct (member_id, program_live_id)
    );

    create table chat_word (
      word text not null constraint chat_word_pkey primary key,
      -- innocent: an allowed word that contains a banned one.
      kind text not null constraint chat_word_kind_check check (kind in ('banned', 'innocent'))
    );

    create table chat_action (
      chat_action_id uuid not null default uuidv7() constraint chat_action_pkey primary key,
      program_live_id uuid constraint chat_action_live_fkey references program_live,
      -- The affected member.
      member_id uuid,
      action text not null,
      details jsonb not null,
      created_by text not null constraint chat_action_by_check check (created_by <> ''),
      -- Null: an operator.
      created_by_member_id uuid,
      reason text not null,
      created_at timestamptz(3) not null
    );
    create index chat_action_live_idx on chat_action (program_live_id, chat_action_id desc);
    create index chat_action_member_idx on chat_action (member_id, chat_action_id desc);
  `.execute(db);
}

async function createGifts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gift (
      gift_id uuid not null default uuidv7() constraint gift_pkey primary key,
      -- The name of the gift's picture.
      slug text not null constraint gift_slug_key unique
        constraint gift_slug_check check (slug ~ '^[a-z][a-z-]{0,30}$'),
      name_th text not null,
      name_en text not null,
      price_coins bigint not null constraint gift_coins_check check (price_coins between 1 and 100000),
      effect text not null constraint gift_effect_check check (effect in ('spark', 'burst', 'storm')),
      offered boolean not null default true
    );

    -- Sent gifts, by month. A gift has the id of its transfer. No foreign keys: each gift of a crowd would lock the
    -- same few rows, and send_gifts has read those rows under the bout's lock.
    create table gift_log (
      gift_log_id uuid not null constraint gift_log_pkey primary key,
      match_live_id uuid not null,
      member_id uuid not null,
      corner text not null constraint gift_log_corner_check check (corner in ('red', 'blue')),
      gift_id uuid not null,
      quantity integer not null constraint gift_log_quantity_check check (quantity > 0),
      amount_coins bigint not null constraint gift_log_coins_check check (amount_coins > 0),
      sent_at timestamptz(3) not null
    ) partition by range (gift_log_id);

    -- A member's totals for a bout, for ranks and refunds.
    create table gift_supporter (
      match_live_id uuid not null,
      member_id uuid not null,
      red_coins bigint not null,
      blue_coins bigint not null,
      constraint gift_supporter_pkey primary key (match_live_id, member_id)
    ) with (fillfactor = 80);
    create index gift_supporter_rank_idx on gift_supporter
      (match_live_id, (red_coins + blue_coins) desc, member_id);

    -- The bar of a bout, one row per node, so that nodes do not wait for each other. The bar is the sum of the rows.
    create table gift_bar (
      match_live_id uuid not null,
      node_id uuid not null,
      red_coins bigint not null,
      red_gifts bigint not null,
      red_supporters bigint not null,
      blue_coins bigint not null,
      blue_gifts bigint not null,
      blue_supporters bigint not null,
      constraint gift_bar_pkey primary key (match_live_id, node_id)
    ) with (fillfactor = 50);

    -- Settlements of bouts. Each is processed once, member by member.
    create table gift_settlement (
      match_live_id uuid not null constraint gift_settlement_pkey primary key
        constraint gift_settlement_match_fkey references match_live,
      program_live_id uuid not null constraint gift_settlement_live_fkey references program_live,
      refund_red boolean not null,
      refund_blue boolean not null,
      -- Shown in the members' history.
      about jsonb not null,
      -- The last refunded member.
      done_to uuid,
      refunded_coins bigint not null default 0,
      kept_coins bigint not null default 0,
      created_at timestamptz(3) not null,
      settled_at timestamptz(3)
    );
    create index gift_settlement_open_idx on gift_settlement (created_at) where settled_at is null;

    -- Refunds after a settlement (decision 39). A corner is refunded by its settlement or by one correction; the row of
    -- the first correction prevents a second.
    create table gift_correction (
      match_live_id uuid not null constraint gift_correction_settlement_fkey references gift_settlement,
      corner text not null constraint gift_correction_corner_check check (corner in ('red', 'blue')),
      program_live_id uuid not null constraint gift_correction_live_fkey references program_live,
      -- Shown in the members' history.
      about jsonb not null,
      -- The last refunded member.
      done_to uuid,
      refunded_members bigint not null default 0,
      refunded_coins bigint not null default 0,
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      constraint gift_correction_pkey primary key (match_live_id, corner)
    );
    create index gift_correction_open_idx on gift_correction (created_at) where finished_at is null;
  `.execute(db);
}

async function createRulings(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Results that operators recorded, with their confirmations and withdrawals.
    create table bout_ruling (
      bout_ruling_id uuid not null default uuidv7() constraint bout_ruling_pkey primary key,
      match_live_id uuid not null constraint bout_ruling_match_fkey references match_live,
      outcome text not null constraint bout_ruling_outcome_check check (outcome in
        ('red', 'blue', 'draw', 'cancelled', 'no_contest', 'substituted', 'forgotten')),
      created_by text not null,
      created_at timestamptz(3) not null,
      confirmed_by text,
      confirmed_at timestamptz(3),
      withdrawn_by text,
      withdrawn_at timestamptz(3),
      -- Whether the bout had not begun. Such a bout can still begin after a withdrawal.
      before_bell boolean not null default false,
      -- The state of the bout before the ruling, which a withdrawal restores.
      status_before text constraint bout_ruling_status_before_check
        check (status_before in ('not_started', 'in_progress', 'ended')),
      round_number_before integer,
      round_started_before timestamptz(3),
      resting_before boolean,
      constraint bout_ruling_end_check check (confirmed_at is null or withdrawn_at is null)
    );
    -- At most one ruling is in force.
    create unique index bout_ruling_current_key on bout_ruling (match_live_id) where withdrawn_at is null;
    create index bout_ruling_open_idx on bout_ruling (created_at)
      where confirmed_at is null and withdrawn_at is null;

    create table show_action (
      show_action_id uuid not null default uuidv7() constraint show_action_pkey primary key,
      program_live_id uuid not null constraint show_action_live_fkey references program_live,
      match_live_id uuid constraint show_action_match_fkey references match_live,
      action text not null,
      details jsonb not null,
      created_by text not null constraint show_action_by_check check (created_by <> ''),
      reason text not null,
      created_at timestamptz(3) not null
    );
    create index show_action_live_idx on show_action (program_live_id, show_action_id desc);
  `.execute(db);
}
