import { type Kysely, sql } from 'kysely';

/** What Apple posts back, until the browser that began collects it, and links that are still to be ended there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table apple_return (
      -- base64url(SHA-256) of what only the browser that began knows.
      state text not null constraint apple_return_pkey primary key,
      code text not null,
      first_name text,
      last_name text,
      expires_at timestamptz(3) not null
    );

    create table link_revocation (
      link_revocation_id bigint generated always as identity
        constraint link_revocation_pkey primary key,
      provider text not null
        constraint link_revocation_provider_check check (provider in ('line', 'apple')),
      -- Encrypted, as it stood in the link.
      sealed_token bytea not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null
    );
    create index link_revocation_due_idx on link_revocation (next_attempt_at);
  `.execute(db);
}
