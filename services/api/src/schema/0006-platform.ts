import { type Kysely, sql } from 'kysely';

/** Idempotency keys, and the mark of the sample season. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_key (
      member_id uuid not null,
      operation text not null,
      idempotency_key uuid not null,
      -- SHA-256 of the request: the same key with another request is refused.
      request_hash bytea not null
        constraint idempotency_key_hash_check check (length(request_hash) = 32),
      -- The first answer, which every repetition gets.
      answer jsonb not null,
      created_at timestamptz(3) not null default now(),
      constraint idempotency_key_pkey primary key (member_id, operation, idempotency_key)
    );
    create index idempotency_key_created_idx on idempotency_key (created_at);

    -- Keys whose answers were removed: 32 bytes each, so that a key has one effect for ever.
    create table spent_idempotency_key (
      -- SHA-256 of member, operation and key.
      key_hash bytea not null constraint spent_idempotency_key_pkey primary key
        constraint spent_idempotency_key_check check (length(key_hash) = 32)
    );

    -- Whether this database holds the sample season, and the moment it is built around. Empty in production.
    create table sample_season (
      only_one boolean not null default true constraint sample_season_pkey primary key
        constraint sample_season_only_one_check check (only_one),
      anchored_at timestamptz(3) not null,
      -- The demo publisher and run.json need the key at every start: the only place where a key is stored as it is.
      stream_key text not null
    );
  `.execute(db);
}
