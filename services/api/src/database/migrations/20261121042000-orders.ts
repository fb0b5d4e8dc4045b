import { type Kysely, sql } from 'kysely';

/** Orders of coins, the attempts to pay them, what happened to them, and baht that go back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coin_order (
      order_id uuid not null default uuidv7() constraint coin_order_pkey primary key,
      -- What people say to support.
      number text not null constraint coin_order_number_key unique,
      member_id uuid not null constraint coin_order_member_fkey references member,
      status text not null default 'waiting' constraint coin_order_status_check check (status in
        ('waiting', 'pending', 'awaiting_confirmation', 'paid', 'failed', 'expired', 'cancelled',
         'refunded', 'charged_back')),
      reason text,
      -- Null: a custom amount.
      package_id integer,
      base_coins bigint not null constraint coin_order_base_check check (base_coins > 0),
      bonus_coins bigint not null constraint coin_order_bonus_check check (bonus_coins >= 0),
      satang bigint not null constraint coin_order_satang_check check (satang > 0),
      -- The account of the house that the base coins come out of: sold, or a partner's.
      ledger_account text not null default 'sold',
      method text,
      -- Whose baht it was paid with; null before, and of a partner's order.
      paid_attempt_id uuid,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      paid_at timestamptz(3),
      constraint coin_order_paid_check check
        ((paid_at is not null) = (status in ('paid', 'refunded', 'charged_back')))
    );
    create index coin_order_member_idx on coin_order (member_id, order_id desc);
    create index coin_order_open_idx on coin_order (expires_at)
      where status in ('waiting', 'pending', 'awaiting_confirmation');

    create table payment_attempt (
      attempt_id uuid not null default uuidv7() constraint payment_attempt_pkey primary key,
      order_id uuid not null constraint payment_attempt_order_fkey references coin_order,
      provider text not null
        constraint payment_attempt_provider_check check (provider in ('omise', 'paypal', 'transfer')),
      method text not null,
      status text not null default 'created' constraint payment_attempt_status_check check (status in
        ('created', 'pending', 'succeeded', 'failed', 'expired', 'refunded')),
      reason text,
      satang bigint not null constraint payment_attempt_satang_check check (satang > 0),
      provider_ref text,
      return_url text not null,
      authorize_url text,
      qr_payload text,
      accounts jsonb not null default '[]',
      -- Until then one caller alone speaks with the provider about beginning it.
      begin_until timestamptz(3),
      paid_satang bigint,
      paid_currency text,
      refunded_satang bigint not null default 0,
      disputed text constraint payment_attempt_disputed_check check (disputed in ('open', 'lost', 'won')),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      -- When the provider was last asked by a job.
      looked_at timestamptz(3),
      constraint payment_attempt_ref_key unique (provider, provider_ref)
    );
    create index payment_attempt_order_idx on payment_attempt (order_id, attempt_id desc);
    create index payment_attempt_open_idx on payment_attempt (looked_at nulls first, created_at)
      where status in ('created', 'pending');
    alter table coin_order add constraint coin_order_paid_attempt_fkey
      foreign key (paid_attempt_id) references payment_attempt;

    -- Who did what, when: only ever added to.
    create table order_event (
      order_event_id uuid not null default uuidv7() constraint order_event_pkey primary key,
      order_id uuid not null constraint order_event_order_fkey references coin_order,
      attempt_id uuid constraint order_event_attempt_fkey references payment_attempt,
      -- member, job, provider:omise, operator:name, partner:id.
      who text not null,
      what text not null,
      status_after text not null,
      reason text,
      details jsonb,
      at timestamptz(3) not null
    );
    create index order_event_order_idx on order_event (order_id, order_event_id);
    create function refuse_order_event_change() returns trigger language plpgsql as $$
      begin
        raise exception 'what happened to an order is only ever added to';
      end
    $$;
    create trigger order_event_immutable before update or delete on order_event
      for each row execute function refuse_order_event_change();

    -- Baht that go back. The row is committed before the provider is asked for them.
    create table order_refund (
      refund_id uuid not null default uuidv7() constraint order_refund_pkey primary key,
      order_id uuid not null constraint order_refund_order_fkey references coin_order,
      attempt_id uuid not null constraint order_refund_attempt_fkey references payment_attempt,
      -- duplicate: paid twice, or another amount than was due; operator: decided by a person.
      kind text not null constraint order_refund_kind_check check (kind in ('duplicate', 'operator')),
      status text not null constraint order_refund_status_check check (status in
        ('created', 'pending', 'by_hand', 'done', 'failed')),
      satang bigint not null constraint order_refund_satang_check check (satang > 0),
      provider_ref text,
      by_whom text not null,
      why text not null,
      created_at timestamptz(3) not null,
      -- When a provider is asked again; a lease, too: nobody else asks meanwhile.
      ask_at timestamptz(3) not null,
      done_at timestamptz(3),
      constraint order_refund_done_check check ((status = 'done') = (done_at is not null))
    );
    -- Baht of an attempt go back once.
    create unique index order_refund_attempt_key on order_refund (attempt_id) where status <> 'failed';
    create index order_refund_order_idx on order_refund (order_id);
    create index order_refund_open_idx on order_refund (ask_at) where status in ('created', 'pending');
  `.execute(db);
}
