import { type Kysely, sql } from 'kysely';

/** Coin orders, payments, refunds, and the slips of bank transfers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createOrders(db);
  await createPayments(db);
  await createSlips(db);
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coin_order (
      coin_order_id uuid not null default uuidv7() constraint coin_order_pkey primary key,
      -- The order number that members give to support.
      number text not null constraint coin_order_number_key unique,
      member_id uuid not null,
      status text not null default 'waiting' constraint coin_order_status_check check (status in
        ('waiting', 'pending', 'awaiting_confirmation', 'paid', 'failed', 'expired', 'cancelled',
         'refunded', 'charged_back')),
      reason text,
      -- Null: a custom amount.
      coin_package_id integer constraint coin_order_package_fkey references coin_package,
      base_coins bigint not null constraint coin_order_base_check check (base_coins > 0),
      bonus_coins bigint not null constraint coin_order_bonus_check check (bonus_coins >= 0),
      amount_satang bigint not null constraint coin_order_satang_check check (amount_satang > 0),
      -- The house account that is debited for the base coins: 'sold', or a partner's.
      ledger_account text not null default 'sold',
      method text,
      -- The attempt that paid the order; null until then, and for a partner's order.
      paid_attempt_id uuid,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      paid_at timestamptz(3),
      constraint coin_order_paid_check check
        ((paid_at is not null) = (status in ('paid', 'refunded', 'charged_back')))
    );
    create index coin_order_member_idx on coin_order (member_id, coin_order_id desc);
    create index coin_order_open_idx on coin_order (expires_at)
      where status in ('waiting', 'pending', 'awaiting_confirmation');
    create index coin_order_partner_idx on coin_order (ledger_account, paid_at)
      where ledger_account <> 'sold';

    create table payment_attempt (
      payment_attempt_id uuid not null default uuidv7() constraint payment_attempt_pkey primary key,
      coin_order_id uuid not null constraint payment_attempt_order_fkey references coin_order,
      provider text not null
        constraint payment_attempt_provider_check check (provider in ('omise', 'paypal', 'transfer')),
      method text not null,
      status text not null default 'created' constraint payment_attempt_status_check check (status in
        ('created', 'pending', 'succeeded', 'failed', 'expired', 'refunded')),
      reason text,
      amount_satang bigint not null constraint payment_attempt_satang_check check (amount_satang > 0),
      provider_ref text,
      return_url text not null,
      authorize_url text,
      qr_payload text,
      accounts jsonb not null default '[]',
      -- A lease: until then only one caller may start the payment at the provider.
      begin_until timestamptz(3),
      paid_satang bigint,
      paid_currency text,
      refunded_satang bigint not null default 0,
      disputed text constraint payment_attempt_disputed_check check (disputed in ('open', 'lost', 'won')),
      -- For a second payment at the provider: the attempt that its record names (decision 44).
      second_of uuid
        constraint payment_attempt_second_fkey references payment_attempt
        constraint payment_attempt_second_check
          check (second_of is null or (second_of <> payment_attempt_id and provider_ref is not null)),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- When a job last polled the provider.
      looked_at timestamptz(3),
      constraint payment_attempt_ref_key unique (provider, provider_ref)
    );
    create index payment_attempt_order_idx on payment_attempt (coin_order_id, payment_attempt_id desc);
    create index payment_attempt_open_idx on payment_attempt (looked_at nulls first, created_at)
      where status in ('created', 'pending');
    create index payment_attempt_second_idx on payment_attempt (coin_order_id) where second_of is not null;
    alter table coin_order add constraint coin_order_paid_attempt_fkey
      foreign key (paid_attempt_id) references payment_attempt;

    -- The history of orders. Append-only.
    create table order_event (
      order_event_id uuid not null default uuidv7() constraint order_event_pkey primary key,
      coin_order_id uuid not null constraint order_event_order_fkey references coin_order,
      payment_attempt_id uuid constraint order_event_attempt_fkey references payment_attempt,
      -- 'member', 'job', 'provider:omise', 'operator:<name>' or 'partner:<id>'.
      created_by text not null,
      what text not null,
      status_after text not null,
      reason text,
      details jsonb,
      created_at timestamptz(3) not null
    );
    create index order_event_order_idx on order_event (coin_order_id, order_event_id);

    -- Refunds in baht. The row is committed before the request to the provider.
    create table order_refund (
      order_refund_id uuid not null default uuidv7() constraint order_refund_pkey primary key,
      coin_order_id uuid not null constraint order_refund_order_fkey references coin_order,
      payment_attempt_id uuid not null constraint order_refund_attempt_fkey references payment_attempt,
      -- duplicate: a second payment or a wrong amount; operator: an operator's decision.
      kind text not null constraint order_refund_kind_check check (kind in ('duplicate', 'operator')),
      status text not null constraint order_refund_status_check check (status in
        ('created', 'pending', 'by_hand', 'done', 'failed')),
      amount_satang bigint not null constraint order_refund_satang_check check (amount_satang > 0),
      provider_ref text,
      created_by text not null,
      reason text not null,
      created_at timestamptz(3) not null,
      -- The time of the next request to the provider. Also a lease: no other caller sends one before.
      ask_at timestamptz(3) not null,
      done_at timestamptz(3),
      constraint order_refund_done_check check ((status = 'done') = (done_at is not null))
    );
    -- At most one refund per attempt.
    create unique index order_refund_attempt_key on order_refund (payment_attempt_id) where status <> 'failed';
    create index order_refund_order_idx on order_refund (coin_order_id);
    create index order_refund_open_idx on order_refund (ask_at) where status in ('created', 'pending');
    create index order_refund_by_hand_idx on order_refund (coin_order_id) where status = 'by_hand';

    -- A parent's consent to a minor's purchases. Append-only; the last row is in force.
    create table parent_consent (
      parent_consent_id uuid not null default uuidv7() constraint parent_consent_pkey primary key,
      member_id uuid not null,
      purpose text not null
        constraint parent_consent_purpose_check check (purpose in ('parent_purchase')),
      -- False: the consent was withdrawn.
      given boolean not null,
      -- The evidence of the consent.
      reason text not null,
      created_by text not null,
      created_at timestamptz(3) not null
    );
    create index parent_consent_member_idx on parent_consent (member_id, parent_consent_id desc);
  `.execute(db);
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_webhook (
      payment_webhook_id uuid not null default uuidv7() constraint payment_webhook_pkey primary key,
      provider text not null
        constraint payment_webhook_provider_check check (provider in ('omise', 'paypal')),
      received_at timestamptz(3) not null,
      address text not null,
      -- The headers with the signature.
      headers jsonb not null,
      -- The signed bytes, or the beginning of a forged message.
      body bytea not null,
      -- unknown: not verified with the provider yet; listed: found in the provider's list of events.
      signature text not null constraint payment_webhook_signature_check check (signature in
        ('valid', 'invalid', 'unknown', 'listed')),
      event_id text,
      kind text,
      outcome text constraint payment_webhook_outcome_check check (outcome in
        ('asked', 'no_news', 'duplicate', 'not_ours', 'unreadable', 'forged', 'given_up')),
      -- The attempt of the event.
      payment_attempt_id uuid constraint payment_webhook_attempt_fkey references payment_attempt,
      tries integer not null default 0,
      -- The time of the next processing. Also a lease: no other caller processes the event before.
      due_at timestamptz(3) not null,
      handled_at timestamptz(3),
      problem text,
      -- Messages contain names of card holders, so the body is erased with the account, or after its retention period.
      forgotten_at timestamptz(3)
        constraint payment_webhook_forgotten_check check (forgotten_at is null or length(body) = 0),
      constraint payment_webhook_handled_check check ((handled_at is null) = (outcome is null))
    );
    -- An event is processed once, even if it is sent repeatedly. Unsigned messages do not count.
    create unique index payment_webhook_event_key on payment_webhook (provider, event_id)
      where signature in ('valid', 'listed') and outcome is distinct from 'duplicate';
    create index payment_webhook_due_idx on payment_webhook (due_at) where handled_at is null;
    create index payment_webhook_forged_idx on payment_webhook (payment_webhook_id) where outcome = 'forged';
    create index payment_webhook_attempt_idx on payment_webhook (payment_attempt_id, payment_webhook_id);
    create index payment_webhook_kept_idx on payment_webhook (received_at)
      where forgotten_at is null and handled_at is not null;

    create table payment_event_cursor (
      provider text not null constraint payment_event_cursor_pkey primary key,
      -- All of the provider's events before this time are recorded here.
      seen_until timestamptz(3) not null,
      due_at timestamptz(3) not null
    );
  `.execute(db);
}

async function createSlips(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Slips of bank transfers. A transfer and a picture count once.
    create table payment_slip (
      payment_slip_id uuid not null constraint payment_slip_pkey primary key,
      coin_order_id uuid not null constraint payment_slip_order_fkey references coin_order,
      member_id uuid not null,
      -- SHA-256 of the uploaded file. Identifies a slip whose QR code cannot be read.
      file_hash bytea not null constraint payment_slip_file_key unique
        constraint payment_slip_file_check check (length(file_hash) = 32),
      -- The content of the QR code; null if it could not be read.
      bank_code text,
      reference text,
      sent_at timestamptz(3) not null,
      status text not null default 'sent'
        constraint payment_slip_status_check check (status in ('sent', 'accepted', 'rejected')),
      decided_at timestamptz(3),
      constraint payment_slip_decided_check check ((status = 'sent') = (decided_at is null)),
      constraint payment_slip_code_check check ((bank_code is null) = (reference is null)),
      -- A transfer pays one order only.
      constraint payment_slip_reference_key unique (bank_code, reference)
    );
    create index payment_slip_order_idx on payment_slip (coin_order_id, sent_at desc);
    create index payment_slip_member_idx on payment_slip (member_id, sent_at desc);
    create index payment_slip_sent_idx on payment_slip (sent_at) where status = 'sent';

    -- In the database, so that every node can show the picture and a backup contains it.
    create table payment_slip_picture (
      payment_slip_id uuid not null constraint payment_slip_picture_pkey primary key
        constraint payment_slip_picture_slip_fkey references payment_slip,
      -- WebP, which PostgreSQL cannot compress further.
      picture bytea storage external not null
        constraint payment_slip_picture_size_check check (octet_length(picture) between 1 and 8388608)
    );
  `.execute(db);
}
