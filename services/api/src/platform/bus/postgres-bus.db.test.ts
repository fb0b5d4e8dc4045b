import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../schema/database.ts';
import { createDatabase } from '../database/create-database.ts';
import { BUS_LINE_TIMES } from './bus-line.ts';
import { createPostgresBus, type PostgresBus } from './postgres-bus.ts';

/** A busy machine may need longer than a poll waits by itself. */
const SOON = { timeout: 5_000 };

const LIVE = '0199a000-0000-7000-8000-000000000001' as ProgramLiveId;
const MEMBER = '0199a000-0000-7000-8000-000000000002' as MemberId;
const logger = createLogger('test', 'silent');

let database: TestDatabase;
let db: Kysely<Database>;
let a: PostgresBus;
let b: PostgresBus;

const makeBus = (url = database.url): PostgresBus =>
  createPostgresBus({ url, logger, times: { ...BUS_LINE_TIMES, retryMsMin: 20 } });

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, logger);
});
beforeEach(async () => {
  [a, b] = [makeBus(), makeBus()];
  await Promise.all([a.start(), b.start()]);
});
afterEach(() => Promise.all([a.stop(), b.stop()]));
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Ends the connections of all buses, as an operator or a failover would. */
const cutAll = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'sangwian-bus' and datname = current_database()`.execute(db);
const line = (seq: number, text: string) => ({ seq, text }) as ChatMessage;
const heardBy = (bus: PostgresBus): { name: string; event: unknown; origin: string }[] => {
  const heard: { name: string; event: unknown; origin: string }[] = [];
  for (const name of ['session:revoked', 'chat:sent', 'live:changed', 'member:barred'] as const) {
    bus.subscribe(name, (event, origin) => heard.push({ name, event, origin }));
  }
  return heard;
};

test('an event is here before publish returns, and on the other node soon, once each', async () => {
  const [here, there] = [heardBy(a), heardBy(b)];
  const barred = { memberId: MEMBER, status: 'ban' } as const;
  const revoked = { memberId: MEMBER, sessionIds: ['1', '2'] };
  a.publish('member:barred', barred);
  a.publish('session:revoked', revoked);
  expect(here).toEqual([
    { name: 'member:barred', event: barred, origin: 'here' },
    { name: 'session:revoked', event: revoked, origin: 'here' },
  ]);
  await expect.poll(() => there.length, SOON).toBe(2);
  expect(there).toEqual([
    { name: 'member:barred', event: barred, origin: 'elsewhere' },
    { name: 'session:revoked', event: revoked, origin: 'elsewhere' },
  ]);
  // What a node says comes back to it before this answer of another does.
  b.publish('live:changed', { programLiveId: LIVE });
  await expect.poll(() => here.length, SOON).toBe(3);
  expect(here[2]).toMatchObject({ name: 'live:changed', origin: 'elsewhere' });
});

test('events of both nodes keep the order in which each node published them', async () => {
  const there = heardBy(b);
  for (let seq = 1; seq <= 500; seq += 1) {
    a.publish('chat:sent', { programLiveId: LIVE, messages: [line(seq, 'สู้ ๆ')] });
  }
  await expect.poll(() => there.length, SOON).toBe(500);
  const seqs = there.map(({ event }) => (event as { messages: ChatMessage[] }).messages[0]?.seq);
  expect(seqs).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
});

test('a batch of chat that no notification can hold arrives whole', async () => {
  const there = heardBy(b);
  const messages = Array.from({ length: 200 }, (_, seq) => line(seq, 'ยกนี้แดง 🥊'.repeat(80)));
  a.publish('chat:sent', { programLiveId: LIVE, messages });
  a.publish('live:changed', { programLiveId: LIVE });
  await expect.poll(() => there.length, SOON).toBe(2);
  expect(there[0]?.event).toEqual({ programLiveId: LIVE, messages });
});

test('after its connection was ended a node hears again, and says that it missed something', async () => {
  let missed = 0;
  b.onMissed(() => {
    missed += 1;
  });
  const there = heardBy(b);
  expect(b.isHearing()).toBe(true);
  await cutAll();
  await expect.poll(() => b.isHearing(), { ...SOON, interval: 1 }).toBe(false);
  // Said while nobody can send it: kept until it can be.
  a.publish('live:changed', { programLiveId: LIVE });
  await expect.poll(() => missed, SOON).toBe(1);
  expect(b.isHearing()).toBe(true);
  await expect.poll(() => a.isHearing(), SOON).toBe(true);
  a.publish('session:revoked', { memberId: MEMBER, sessionIds: ['1'] });
  await expect.poll(() => there.some(({ name }) => name === 'session:revoked'), SOON).toBe(true);
});

test('a node that could not keep what it had to say tells the others that they missed it', async () => {
  let missed = 0;
  b.onMissed(() => {
    missed += 1;
  });
  const there = heardBy(b);
  const deaf = makeBus();
  for (let count = 0; count < 10; count += 1) {
    const messages = [line(count, 'x'.repeat(1024 * 1024))];
    deaf.publish('chat:sent', { programLiveId: LIVE, messages });
  }
  await deaf.start();
  await expect.poll(() => missed, SOON).toBe(1);
  deaf.publish('live:changed', { programLiveId: LIVE });
  await expect.poll(() => there.at(-1)?.name, SOON).toBe('live:changed');
  await deaf.stop();
});

test('where there is no database it starts all the same, and goes on trying', async () => {
  const lost = makeBus('postgres://sangwian@127.0.0.1:1/none');
  await lost.start();
  expect(lost.isHearing()).toBe(false);
  const here = heardBy(lost);
  lost.publish('live:changed', { programLiveId: LIVE });
  expect(here).toHaveLength(1);
  await lost.stop();
});

test('what it has said before it stops is heard', async () => {
  const there = heardBy(b);
  a.publish('live:changed', { programLiveId: LIVE });
  await a.stop();
  await expect.poll(() => there.length, SOON).toBe(1);
});

test('what it cannot read or does not know is passed over', async () => {
  const there = heardBy(b);
  for (const text of ['rubbish', 'x 1 0 1 {', 'x 1 0 1 ["of-a-later-release",{}]', 'x 1 0 1 7']) {
    await sql`select pg_notify('sangwian_bus', ${text})`.execute(db);
  }
  a.publish('live:changed', { programLiveId: LIVE });
  await expect.poll(() => there.length, SOON).toBe(1);
});
