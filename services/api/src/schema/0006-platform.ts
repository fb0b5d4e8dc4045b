import { type Kysely, sql } from 'kysely';

/** Idempotency keys, and the state of the sample season. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_key (
      member_id uuid not null,
      operation text not null,
      idempotency_key uuid not null,
      -- SHA-256 of the request. The same key with a different request is refused.
      request_hash bytea not null
        constraint idempotency_key_hash_check check (length(request_hash) = 32),
      -- The first answer, which is repeated for the same key.
      answer jsonb not null,
      created_at timestamptz(3) not null default now(),
      constraint idempotency_key_pkey primary key (member_id, operation, idempotency_key)
    );
    create index idempotency_key_created_idx on idempotency_key (created_at);

    -- Keys whose answers were removed. They are kept as 32 bytes, so that a key has one effect for ever.
    create table spent_idempotency_key (
      -- SHA-256 of member, operation and key.
      key_hash bytea not null constraint spent_idempotency_key_pkey primary key
        constraint spent_idempotency_key_check check (length(key_hash) = 32)
    );

    -- The time around which the sample season is planned. Empty in production.
    create table sample_season (
      only_one boolean not null default true constraint sample_season_pkey primary key
        constraint sample_season_only_one_check check (only_one),
      anchored_at timestamptz(3) not null,
      -- The demo publisher and run.json need this key at every start. No other stream key is stored in plain text.
      stream_key text not null
    );
  `.execute(db);
}
