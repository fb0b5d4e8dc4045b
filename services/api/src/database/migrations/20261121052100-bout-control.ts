import { type Kysely, sql } from 'kysely';

/** What an operator can say of a bout, who said it, and the view of a stream that counts once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table match_live
      add column gifts_enabled boolean not null default true,
      -- Said before the bout: a draw gives the gifts back.
      add column draw_refunds boolean not null default false,
      -- A fighter was substituted: another row stands for the bout since, and this one for its gifts alone.
      add column replaced_at timestamptz(3),
      add column ended_at timestamptz(3),
      drop constraint match_live_bout_key;
    create unique index match_live_bout_key on match_live (program_live_id, bout_id) where replaced_at is null;

    -- A live that was called off: what it cost goes back.
    alter table program_live add column cancelled_at timestamptz(3),
      add constraint program_live_cancelled_check check (cancelled_at is null or status = 'ended');
    create index program_live_cancelled_idx on program_live (cancelled_at) where cancelled_at is not null;

    alter table live_unlock
      add column refunded_at timestamptz(3),
      drop constraint live_unlock_via_check,
      add constraint live_unlock_via_check check (via in ('coins', 'code', 'partner'));
    create index live_unlock_live_idx on live_unlock (program_live_id, member_id);

    -- What an operator recorded of a bout, until it is confirmed or withdrawn.
    create table bout_ruling (
      bout_ruling_id uuid not null default uuidv7() constraint bout_ruling_pkey primary key,
      match_live_id uuid not null constraint bout_ruling_match_fkey references match_live,
      outcome text not null constraint bout_ruling_outcome_check check (outcome in
        ('red', 'blue', 'draw', 'cancelled', 'no_contest', 'substituted', 'forgotten')),
      recorded_by text not null,
      recorded_at timestamptz(3) not null,
      confirmed_by text,
      confirmed_at timestamptz(3),
      withdrawn_by text,
      withdrawn_at timestamptz(3),
      constraint bout_ruling_end_check check (confirmed_at is null or withdrawn_at is null)
    );
    -- One that counts; a bout that was settled has no other.
    create unique index bout_ruling_current_key on bout_ruling (match_live_id) where withdrawn_at is null;
    create index bout_ruling_open_idx on bout_ruling (recorded_at)
      where confirmed_at is null and withdrawn_at is null;

    create table show_action (
      show_action_id uuid not null default uuidv7() constraint show_action_pkey primary key,
      program_live_id uuid not null constraint show_action_live_fkey references program_live,
      match_live_id uuid constraint show_action_match_fkey references match_live,
      action text not null,
      details jsonb not null,
      done_by text not null constraint show_action_by_check check (done_by <> ''),
      why text not null,
      done_at timestamptz(3) not null
    );
    create index show_action_live_idx on show_action (program_live_id, show_action_id desc);

    create table stream_view (
      match_live_stream_id uuid not null constraint stream_view_stream_fkey references match_live_stream,
      -- 'member:<id>', or 'device:<hash>' of a visitor's browser.
      viewer text not null constraint stream_view_viewer_check check (length(viewer) between 1 and 100),
      viewed_at timestamptz(3) not null,
      constraint stream_view_pkey primary key (match_live_stream_id, viewer)
    );
    -- How many there are, without counting: every row adds to one of a few, so that a crowd does not wait in line.
    create table stream_view_count (
      match_live_stream_id uuid not null constraint stream_view_count_stream_fkey references match_live_stream,
      slot smallint not null,
      views bigint not null,
      constraint stream_view_count_pkey primary key (match_live_stream_id, slot)
    ) with (fillfactor = 50);
  `.execute(db);
}
