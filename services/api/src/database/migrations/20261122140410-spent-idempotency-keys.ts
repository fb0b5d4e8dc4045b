import { type Kysely, sql } from 'kysely';

/** Keys whose answers are gone: 32 bytes each, so that a key has one effect for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table spent_idempotency_key (
      -- SHA-256 of member, operation and key.
      key_hash bytea not null constraint spent_idempotency_key_pkey primary key
        constraint spent_idempotency_key_check check (length(key_hash) = 32)
    );
    create index idempotency_key_created_idx on idempotency_key (created_at);
    -- Visitors' views are forgotten after a day.
    create index stream_view_visitor_idx on stream_view (viewed_at) where viewer not like 'member:%';
    -- A live that is called off gives its codes' uses back.
    create index redeem_use_live_idx on redeem_use (program_live_id) where program_live_id is not null;
  `.execute(db);
}
