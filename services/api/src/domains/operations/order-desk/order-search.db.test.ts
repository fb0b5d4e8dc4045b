import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase } from '@sangwian/testkit/test-database';
import { CompiledQuery, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import type { Database } from '../../../schema/database.ts';
import { type OrderFilter, OrderSearchStore, orderPageQuery } from './order-search.store.ts';
import { MARCH, makeOrders, ORDER_FILTERS } from './testing/make-orders.ts';

const PAGE = 21;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Kysely<Database>;
let search: OrderSearchStore;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, createLogger('test', 'silent'));
  search = new OrderSearchStore(db);
  await makeOrders(db);
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

/** Returns the number of orders that a plan reads, including rows that a filter removes. */
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

test.each(Object.entries(ORDER_FILTERS))(
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
