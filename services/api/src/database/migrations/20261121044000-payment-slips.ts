import { type Kysely, sql } from 'kysely';

/** Slips of transfers; no transfer and no picture counts twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_slip (
      payment_slip_id uuid not null constraint payment_slip_pkey primary key,
      order_id uuid not null constraint payment_slip_order_fkey references coin_order,
      member_id uuid not null constraint payment_slip_member_fkey references member,
      -- SHA-256 of what was sent: a slip whose code cannot be read is known by its file at least.
      file_hash bytea not null constraint payment_slip_file_key unique
        constraint payment_slip_file_check check (length(file_hash) = 32),
      -- What the small QR code said; null where none could be read.
      bank_code text,
      reference text,
      sent_at timestamptz(3) not null,
      status text not null default 'sent'
        constraint payment_slip_status_check check (status in ('sent', 'accepted', 'rejected')),
      decided_at timestamptz(3),
      constraint payment_slip_decided_check check ((status = 'sent') = (decided_at is null)),
      constraint payment_slip_code_check check ((bank_code is null) = (reference is null)),
      -- For ever: a transfer pays one order.
      constraint payment_slip_reference_key unique (bank_code, reference)
    );
    create index payment_slip_order_idx on payment_slip (order_id, sent_at desc);
    create index payment_slip_member_idx on payment_slip (member_id, sent_at desc);
  `.execute(db);
}
