import { type Kysely, sql } from 'kysely';

/** What payment providers told us, and how far we have asked them for what they told nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_webhook (
      webhook_id uuid not null default uuidv7() constraint payment_webhook_pkey primary key,
      provider text not null
        constraint payment_webhook_provider_check check (provider in ('omise', 'paypal')),
      received_at timestamptz(3) not null,
      address text not null,
      -- Those that say who signed it.
      headers jsonb not null,
      -- The bytes that were signed; of a forged one the beginning.
      body bytea not null,
      -- unknown: whoever could tell did not answer yet; listed: the provider said it when we asked.
      signature text not null constraint payment_webhook_signature_check check (signature in
        ('valid', 'invalid', 'unknown', 'listed')),
      event_id text,
      kind text,
      outcome text constraint payment_webhook_outcome_check check (outcome in
        ('asked', 'no_news', 'duplicate', 'not_ours', 'unreadable', 'forged', 'given_up')),
      -- The attempt to pay that it turned out to be about.
      attempt_id uuid,
      tries integer not null default 0,
      -- When it is due; a lease, too: nobody else handles it meanwhile.
      due_at timestamptz(3) not null,
      handled_at timestamptz(3),
      problem text,
      constraint payment_webhook_handled_check check ((handled_at is null) = (outcome is null))
    );
    -- An event is handled once, however often it is told; what is not signed says nothing about what was.
    create unique index payment_webhook_event_key on payment_webhook (provider, event_id)
      where signature in ('valid', 'listed') and outcome is distinct from 'duplicate';
    create index payment_webhook_due_idx on payment_webhook (due_at) where handled_at is null;
    create index payment_webhook_forged_idx on payment_webhook (webhook_id) where outcome = 'forged';
    create index payment_webhook_attempt_idx on payment_webhook (attempt_id, webhook_id);

    create table payment_event_cursor (
      provider text not null constraint payment_event_cursor_pkey primary key,
      -- Everything that happened there before is known here.
      seen_until timestamptz(3) not null,
      due_at timestamptz(3) not null
    );
  `.execute(db);
}
