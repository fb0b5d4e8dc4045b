import { type Kysely, sql } from 'kysely';

export const transaction = false;

/** Indexes for the lists and reports of the console, and the key of slips that allows a flagged second use. */
const INDEXES: Readonly<Record<string, string>> = {
  coin_order_created_idx: 'coin_order (created_at desc, coin_order_id desc)',
  coin_order_status_idx: 'coin_order (status, created_at desc, coin_order_id desc)',
  coin_order_method_idx: 'coin_order (method, created_at desc, coin_order_id desc)',
  coin_order_amount_idx: 'coin_order (amount_satang, created_at desc, coin_order_id desc)',
  coin_order_buyer_idx: 'coin_order (member_id, created_at desc, coin_order_id desc)',
  coin_order_paid_idx: 'coin_order (paid_at) where paid_at is not null',
  payment_attempt_disputed_idx: "payment_attempt (coin_order_id) where disputed = 'open'",
  order_refund_status_idx: 'order_refund (status, order_refund_id desc)',
  order_refund_done_idx: "order_refund (done_at) where status = 'done'",
  order_event_chargeback_idx:
    "order_event (created_at) where what in ('charged_back', 'chargeback_undone')",
  payment_slip_decided_idx:
    'payment_slip (decided_at desc, payment_slip_id) where decided_at is not null',
  payment_webhook_outcome_idx: 'payment_webhook (outcome, payment_webhook_id desc)',
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
    await sql`create index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
  }
  await sql`drop index concurrently if exists payment_slip_transfer_key`.execute(db);
  await sql`
    create unique index concurrently payment_slip_transfer_key on payment_slip (bank_code, reference)
      where first_slip_id is null
  `.execute(db);
  await sql`alter table payment_slip drop constraint if exists payment_slip_reference_key`.execute(
    db,
  );
}
