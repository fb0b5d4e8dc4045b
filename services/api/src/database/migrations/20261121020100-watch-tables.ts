import { type Kysely, sql } from 'kysely';

/** Watch sessions, and the revocations that the media process follows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table watch_session (
      watch_session_id uuid not null default uuidv7() constraint watch_session_pkey primary key,
      member_id uuid not null constraint watch_session_member_fkey references member,
      session_id uuid not null,
      watch_token uuid not null,
      program_live_id uuid not null constraint watch_session_live_fkey references program_live,
      match_live_stream_id uuid not null
        constraint watch_session_stream_fkey references match_live_stream,
      started_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      ended_at timestamptz(3),
      end_reason text constraint watch_session_end_reason_check
        check (end_reason in ('left', 'ejected', 'silent', 'signed_out')),
      constraint watch_session_end_check check ((ended_at is null) = (end_reason is null))
    ) with (fillfactor = 80);
    -- Whatever races happen, a member watches once.
    create unique index watch_session_active_key on watch_session (member_id) where ended_at is null;
    create index watch_session_stream_idx on watch_session (match_live_stream_id) where ended_at is null;
    create index watch_session_session_idx on watch_session (session_id) where ended_at is null;
    create index watch_session_ejected_idx on watch_session (member_id, watch_token)
      where end_reason = 'ejected';

    create table watch_revocation (
      watch_revocation_id bigint generated always as identity
        constraint watch_revocation_pkey primary key,
      watch_session_id uuid not null
        constraint watch_revocation_session_fkey references watch_session,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3) not null,
      -- Identity values are drawn before a commit, so a reader that counts in them would pass over a row that is
      -- committed late. Counting in transactions, up to the oldest that still runs, misses nothing.
      written_by xid8 not null default pg_current_xact_id()
    );
    create index watch_revocation_written_idx on watch_revocation (written_by, watch_revocation_id);
    create index watch_revocation_expires_idx on watch_revocation (expires_at);
  `.execute(db);
}
