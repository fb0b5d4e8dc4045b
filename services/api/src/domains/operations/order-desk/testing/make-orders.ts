import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../schema/database.ts';
import type { OrderFilter } from '../order-search.store.ts';

const ORDERS = 100_000;
const MEMBER = '01920000-0000-7000-8000-000000000007';
const START = new Date('2026-06-01T00:00:00Z');

/** Inserts the orders of a year. Most are paid by PromptPay, and a few wait for a person. */
async function fill(db: Transaction<Database>): Promise<void> {
  // On a loaded machine, the inserts may exceed the site's statement timeout.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`
    insert into member (member_id, first_name, last_name)
    select ('01920000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Fan', n::text
    from generate_series(0, 1999) as n
  `.execute(db);
  await sql`
    insert into coin_order (number, member_id, status, base_coins, bonus_coins, amount_satang, method,
      created_at, expires_at, paid_at, ledger_account)
    select 'N' || n, ('01920000-0000-7000-8000-' || lpad((n % 2000)::text, 12, '0'))::uuid, status, 100, 0,
      (array[3900, 10000, 30000, 50000, 100000])[1 + n % 5],
      case when n % 5000 = 7 then 'paypal' when n % 20 = 3 then 'bank_transfer' when n % 7 = 1 then 'card'
        else 'promptpay' end,
      at, at + interval '1 day', case status when 'paid' then at end,
      case when n % 4000 = 9 then 'partner:gym' else 'sold' end
    from (
      select n, ${START}::timestamptz + n * interval '3 minutes' as at,
        case when n % 9973 = 5 then 'awaiting_confirmation' when n % 9 = 4 then 'expired' else 'paid' end as status
      from generate_series(1, ${ORDERS}) as n
    ) as made
  `.execute(db);
  await sql`
    insert into payment_attempt (coin_order_id, provider, method, status, amount_satang, provider_ref, return_url,
      created_at, expires_at)
    select coin_order_id, 'omise', method, 'succeeded', amount_satang, 'chrg_' || number, '', created_at, expires_at
    from coin_order where number ~ '00$'
  `.execute(db);
  await sql`
    insert into payment_attempt (coin_order_id, provider, method, status, amount_satang, provider_ref, return_url,
      created_at, expires_at, second_of)
    select coin_order_id, 'omise', method, 'succeeded', amount_satang, 'second_' || provider_ref, '', created_at,
      expires_at, payment_attempt_id
    from payment_attempt where provider_ref ~ '0000$'
  `.execute(db);
}

/** Fills a database with 100 000 orders and updates the planner's statistics. */
export async function makeOrders(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(fill);
  for (const table of ['coin_order', 'payment_attempt', 'payment_slip', 'order_refund', 'member']) {
    await sql`analyze ${sql.table(table)}`.execute(db);
  }
}

export const MARCH = {
  from: new Date('2026-08-01T00:00:00Z'),
  before: new Date('2026-08-03T00:00:00Z'),
};
/**
 * Each filter with the maximum number of orders that its query may read: one page, or the rows of a selective
 * condition.
 */
export const ORDER_FILTERS: Record<string, { filter: OrderFilter; readMax: number }> = {
  none: { filter: {}, readMax: 50 },
  'a common status': { filter: { status: 'paid' }, readMax: 100 },
  'a rare status': { filter: { status: 'awaiting_confirmation' }, readMax: 50 },
  'an unused status': { filter: { status: 'charged_back' }, readMax: 50 },
  'a common method': { filter: { method: 'promptpay' }, readMax: 100 },
  'a rare method': { filter: { method: 'paypal' }, readMax: 100 },
  'a common provider': { filter: { provider: 'omise' }, readMax: 100 },
  'a rare provider': { filter: { provider: 'paypal' }, readMax: 200 },
  partners: { filter: { provider: 'partner' }, readMax: 200 },
  'two days': { filter: MARCH, readMax: 100 },
  'a rare method in two days': { filter: { ...MARCH, method: 'paypal' }, readMax: 1_500 },
  'a rare status of one method': {
    filter: { status: 'awaiting_confirmation', method: 'card' },
    readMax: 200,
  },
  'a member': { filter: { memberId: MEMBER }, readMax: 100 },
  'a number': { filter: { number: 'N4711' }, readMax: 2 },
  'an amount': { filter: { satangMin: 50_000, satangMax: 50_000 }, readMax: 500 },
  'an amount without a payment': { filter: { satangMin: 60_000, satangMax: 70_000 }, readMax: 50 },
  'needs attention': { filter: { needsAttention: true }, readMax: 300 },
  'second payments': { filter: { hasSecondPayment: true }, readMax: 200 },
};
