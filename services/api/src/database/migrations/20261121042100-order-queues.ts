import { type Kysely, sql } from 'kysely';

/** What is looked up of orders by few rows of many: refunds that wait for a person, and what a partner owes for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index order_refund_by_hand_idx on order_refund (order_id) where status = 'by_hand';
    create index coin_order_partner_idx on coin_order (ledger_account, paid_at)
      where ledger_account <> 'sold';
  `.execute(db);
}
