import { type Kysely, sql } from 'kysely';

/** What somebody has shown to be theirs: single-use tokens of an OTP, a PIN, or a sign-in elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table proof (
      -- SHA-256 of the token: the token itself is given once and kept nowhere.
      token_hash bytea not null constraint proof_pkey primary key
        constraint proof_token_check check (length(token_hash) = 32),
      purpose text not null,
      phone text,
      member_id uuid constraint proof_member_fkey references member,
      payload jsonb,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    );
    create index proof_expires_idx on proof (expires_at);
  `.execute(db);
}
