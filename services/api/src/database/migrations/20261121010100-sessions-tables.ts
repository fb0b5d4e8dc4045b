import { type Kysely, sql } from 'kysely';

/** Sign-ins: one row a token, until it is revoked or runs out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_session (
      member_session_id uuid not null default uuidv7() constraint member_session_pkey primary key,
      member_id uuid not null constraint member_session_member_fkey references member,
      -- SHA-256 of the token: the token itself is given once and kept nowhere.
      token_hash bytea not null constraint member_session_token_key unique
        constraint member_session_token_check check (length(token_hash) = 32),
      user_agent text not null,
      address text not null,
      created_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3)
    ) with (fillfactor = 80);
    create index member_session_member_idx on member_session (member_id) where revoked_at is null;
    create index member_session_expires_idx on member_session (expires_at);
  `.execute(db);
}
