import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase } from '@sangwian/testkit/test-database';
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import type { Database } from '../../../schema/database.ts';
import { type OrderFilter, OrderSearchStore, orderPageQuery } from './order-search.store.ts';

const ORDERS = 100_000;
const PAGE = 21;
const MEMBER = '01920000-0000-7000-8000-000000000007';
const START = new Date('2026-06-01T00:00:00Z');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Kysely<Database>;
let search: OrderSearchStore;

/** Makes a year's orders: most are paid by PromptPay, few wait for a person. */
async function fill(db: Transaction<Database>): Promise<void> {
  // A loaded machine may need longer than a statement of the site may take.
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

async function analyze(): Promise<void> {
  for (const table of ['coin_order', 'payment_attempt', 'payment_slip', 'order_refund', 'member']) {
    await sql`analyze ${sql.table(table)}`.execute(db);
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, createLogger('test', 'silent'));
  search = new OrderSearchStore(db);
  await db.transaction().execute(fill);
  await analyze();
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the orders that a plan reads, those that a filter drops included. */
const ordersRead = (node: PlanNode): number =>
  (node['Relation Name'] === 'coin_order'
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, plan) => sum + ordersRead(plan), 0);

async function explain(filter: OrderFilter) {
  const query = orderPageQuery(filter, null, PAGE).compile(db);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${query.sql}`, [
      ...query.parameters,
    ]),
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('the database returned no plan');
  return {
    read: ordersRead(plan),
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  };
}

const MARCH = { from: new Date('2026-08-01T00:00:00Z'), before: new Date('2026-08-03T00:00:00Z') };
/** Each filter with the most orders it may read: a page, or the rows of a selective condition. */
const FILTERS: Record<string, { filter: OrderFilter; readMax: number }> = {
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
  'an amount nobody paid': { filter: { satangMin: 60_000, satangMax: 70_000 }, readMax: 50 },
  'needs attention': { filter: { needsAttention: true }, readMax: 300 },
  'second payments': { filter: { hasSecondPayment: true }, readMax: 200 },
};

test.each(Object.entries(FILTERS))(
  'the filter “%s” reads few of 100 000 orders',
  async (_name, { filter, readMax }) => {
    const { read, blocks } = await explain(filter);
    expect(read).toBeLessThanOrEqual(readMax);
    expect(blocks).toBeLessThan(3_000);
  },
);

test('pages follow each other without a gap or an overlap', async () => {
  const filter = { ...MARCH, status: 'paid' } as const;
  const whole = await search.findPage(filter, null, 2_000);
  const walked: string[] = [];
  let after: { at: Date; orderId: string } | null = null;
  for (;;) {
    const page = await search.findPage(filter, after, 100);
    walked.push(...page.map((row) => row.order_id));
    const last = page.at(-1);
    if (last === undefined) break;
    after = { at: last.created_at, orderId: last.order_id };
  }
  expect(walked.length).toBeGreaterThan(500);
  expect(walked).toEqual(whole.map((row) => row.order_id));
});

test('orders that need a person are found by status and second payment', async () => {
  const rows = await search.findPage({ needsAttention: true }, null, 100);
  expect(rows.filter((row) => row.status === 'awaiting_confirmation').length).toBeGreaterThan(5);
  expect(rows.filter((row) => row.has_second_payment).length).toBeGreaterThan(5);
  expect(
    rows.every((row) => row.status === 'awaiting_confirmation' || row.has_second_payment),
  ).toBe(true);
});
