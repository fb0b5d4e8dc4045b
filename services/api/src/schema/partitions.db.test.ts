import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../platform/database/create-database.ts';
import type { Database } from './database.ts';

const PARTITIONED = ['chat_message', 'ended_watch_session', 'gift_log'] as const;

let database: TestDatabase;
let owner: Kysely<Database>;
let services: Kysely<Database>;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase(database.url, createLogger('test', 'silent'));
  services = createDatabase(database.serviceUrl, createLogger('test', 'silent'));
});
afterEach(async () => {
  await Promise.all([owner.destroy(), services.destroy()]);
  await database.drop();
});

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass order by relname`.execute(owner);
  return rows.map(({ name }) => name);
}

const create = (db: Kysely<Database>) =>
  sql<{ created: number }>`select create_partitions() as created`
    .execute(db)
    .then(({ rows }) => rows[0]?.created);

/** Returns the first day of a month. */
const startOf = (monthsAhead: number): string => {
  const month = new Date();
  month.setUTCDate(1);
  month.setUTCMonth(month.getUTCMonth() + monthsAhead);
  return month.toISOString().slice(0, 10);
};
const monthOf = (monthsAhead: number): string => startOf(monthsAhead).slice(0, 7).replace('-', '_');

const sendGift = (id: string) =>
  sql`insert into gift_log (gift_log_id, match_live_id, member_id, corner, gift_id, quantity, amount_coins, sent_at)
    values (${sql.raw(id)}, uuidv7(), uuidv7(), 'red', uuidv7(), 1, 10, now())`.execute(services);

async function partitionOfGift(): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select tableoid::regclass::text as name from gift_log`.execute(services);
  return rows[0]?.name;
}

test.each(PARTITIONED)(
  '%s has a partition for earlier keys, this month and three ahead',
  async (table) => {
    expect(await partitionsOf(table)).toEqual(
      [-1, 0, 1, 2, 3].map((ahead) => `${table}_${monthOf(ahead)}`),
    );
    expect(await create(owner)).toBe(0);
  },
);

async function dropPartition(table: string, ahead: number): Promise<void> {
  const partition = sql.table(`${table}_${monthOf(ahead)}`);
  await sql`alter table ${sql.table(table)} detach partition ${partition}`.execute(owner);
  await sql`drop table ${partition}`.execute(owner);
}

test('the services create missing partitions once, even when several nodes try at once', async () => {
  for (const table of PARTITIONED) {
    await dropPartition(table, 3);
    await dropPartition(table, 2);
  }
  const created = await Promise.all([create(services), create(services), create(services)]);
  expect(created.reduce((sum = 0, count = 0) => sum + count)).toBe(2 * PARTITIONED.length);
  for (const table of PARTITIONED) expect(await partitionsOf(table)).toHaveLength(5);
});

test.each([
  ['now', 'uuidv7()', 0],
  ['in two months', "uuidv7(interval '61 days')", null],
  ['a year ago', "uuidv7(interval '-1 year')", -1],
])('stores a gift sent %s in the partition of its month', async (_, id, ahead) => {
  await sendGift(id);
  const found = await partitionOfGift();
  if (ahead === null) expect([2, 3].map((month) => `gift_log_${monthOf(month)}`)).toContain(found);
  else expect(found).toBe(`gift_log_${monthOf(ahead)}`);
});

test('a month begins with the first UUIDv7 of its first millisecond', async () => {
  const { rows } = await sql<{ first: string }>`
    select first_uuid_of(timestamp '2026-12-01') as first`.execute(services);
  const ms = Date.parse('2026-12-01T00:00:00Z').toString(16).padStart(12, '0');
  expect(rows[0]?.first.replaceAll('-', '')).toBe(ms.padEnd(32, '0'));
});

test('the services can neither change gifts and ended sessions nor access a partition directly', async () => {
  await sendGift('uuidv7()');
  for (const statement of [
    sql`update gift_log set amount_coins = 1`,
    sql`delete from gift_log`,
    sql`delete from ended_watch_session`,
    sql`select from ${sql.table(`gift_log_${monthOf(0)}`)}`,
    sql`insert into ${sql.table(`gift_log_${monthOf(1)}`)} select * from gift_log`,
    sql`delete from ${sql.table(`chat_message_${monthOf(0)}`)}`,
    sql`drop table ${sql.table(`gift_log_${monthOf(0)}`)}`,
  ]) {
    await expect(statement.execute(services)).rejects.toThrow(/permission denied|must be owner/);
  }
});

test('ended watch sessions are deleted with the months that ended 90 days ago', async () => {
  await dropPartition('ended_watch_session', -1);
  for (const ahead of [-6, -5, -4, -3, -2, -1]) {
    const from = ahead === -6 ? sql`null` : sql`${startOf(ahead)}::timestamp`;
    const to = sql`${startOf(ahead + 1)}::timestamp`;
    await sql`select attach_partition('ended_watch_session', ${from}, ${to})`.execute(owner);
  }
  for (const days of [400, 130, 80, 0]) {
    await sql`
      insert into ended_watch_session (watch_session_id, member_id, member_session_id, watch_token, program_live_id,
        match_live_stream_id, started_at, last_seen_at, ended_at, end_reason)
      select uuidv7(make_interval(days => ${-days})), ${randomUUID()}, ${randomUUID()}, ${randomUUID()}, ${randomUUID()},
        ${randomUUID()}, ended, ended, ended, 'left' from (select now() - make_interval(days => ${days}) as ended) e
    `.execute(services);
  }
  const empty = async () =>
    (await sql<{ emptied: number }>`select empty_old_watch_sessions() as emptied`.execute(services))
      .rows[0]?.emptied;
  expect(await empty()).toBe(2);
  expect(await empty()).toBe(0);
  const { rows } = await sql<{ days: number }>`
    select (now()::date - ended_at::date) as days from ended_watch_session order by ended_at
  `.execute(services);
  expect(rows.map(({ days }) => days)).toEqual([80, 0]);
});

test('a gift does not wait for the creation of partitions', async () => {
  await dropPartition('gift_log', 3);
  await owner.transaction().execute(async (trx) => {
    await create(trx);
    // The new partition is not committed yet.
    await sendGift('uuidv7()');
  });
  expect(await partitionOfGift()).toBe(`gift_log_${monthOf(0)}`);
});
