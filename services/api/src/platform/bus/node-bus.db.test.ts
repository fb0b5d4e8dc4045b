import { createClient } from '@redis/client';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { createLogger } from '@sangwian/node-kit/logger';
import { startRedis, type TestServer } from '@sangwian/testkit/start-server';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../schema/database.ts';
import { createDatabase } from '../database/create-database.ts';
import { BUS_TIMES, type ConnectBus } from './bus-connection.ts';
import { connectPostgres } from './connect-postgres.ts';
import { connectRedis } from './connect-redis.ts';
import { createNodeBus, type NodeBus } from './node-bus.ts';

/** The default timeout of `expect.poll` is too short for a busy machine. */
const SOON = { timeout: 5_000 };

const LIVE = '0199a000-0000-7000-8000-000000000001' as ProgramLiveId;
const MEMBER = '0199a000-0000-7000-8000-000000000002' as MemberId;
const logger = createLogger('test', 'silent');

const line = (seq: number, text: string) => ({ seq, text }) as ChatMessage;
const recordEvents = (bus: NodeBus): { name: string; event: unknown; origin: string }[] => {
  const events: { name: string; event: unknown; origin: string }[] = [];
  for (const name of ['session:revoked', 'chat:sent', 'live:changed', 'member:barred'] as const) {
    bus.subscribe(name, (event, origin) => events.push({ name, event, origin }));
  }
  return events;
};

let database: TestDatabase;
let db: Kysely<Database>;
let redis: TestServer;

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  db = createDatabase(database.url, logger);
});
afterAll(async () => {
  await db.destroy();
  await Promise.all([database.drop(), redis.stop()]);
});

async function onRedis(...commands: string[][]): Promise<void> {
  const client = await createClient({ url: redis.url }).connect();
  for (const command of commands) await client.sendCommand(command);
  client.destroy();
}

/** The bus servers under test. Each one can connect, close all connections like a failover, and send any text. */
const SERVERS = {
  PostgreSQL: {
    connect: () => connectPostgres(database.url),
    missing: connectPostgres('postgres://sangwian@127.0.0.1:1/none'),
    disconnectAll: () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'sangwian-bus' and datname = current_database()`.execute(db),
    send: (text: string) => sql`select pg_notify('sangwian_bus', ${text})`.execute(db),
  },
  Redis: {
    connect: () => connectRedis(redis.url),
    missing: connectRedis('redis://127.0.0.1:1'),
    disconnectAll: () =>
      onRedis(['CLIENT', 'KILL', 'TYPE', 'pubsub'], ['CLIENT', 'KILL', 'TYPE', 'normal']),
    send: (text: string) => onRedis(['PUBLISH', 'sangwian_bus', text]),
  },
};

describe.each(['PostgreSQL', 'Redis'] as const)('the bus of nodes over %s', (name) => {
  const { connect, missing, disconnectAll, send } = SERVERS[name];
  let a: NodeBus;
  let b: NodeBus;
  const makeBus = (connection: ConnectBus = connect()): NodeBus =>
    createNodeBus({ connect: connection, logger, times: { ...BUS_TIMES, retryMsMin: 20 } });

  beforeEach(async () => {
    [a, b] = [makeBus(), makeBus()];
    await Promise.all([a.start(), b.start()]);
    const heard = Promise.withResolvers<void>();
    b.follow(LIVE, heard.resolve);
    await heard.promise;
  });
  afterEach(() => Promise.all([a.stop(), b.stop()]));

  test('an event arrives once on each node, and locally before publish returns', async () => {
    const [here, there] = [recordEvents(a), recordEvents(b)];
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
    // The node's own notifications come back before this event of the other node arrives.
    b.publish('live:changed', { programLiveId: LIVE });
    await expect.poll(() => here.length, SOON).toBe(3);
    expect(here[2]).toMatchObject({ name: 'live:changed', origin: 'elsewhere' });
  });

  test('events of both nodes keep the order in which each node published them', async () => {
    const there = recordEvents(b);
    for (let seq = 1; seq <= 500; seq += 1) {
      a.publish('chat:sent', { programLiveId: LIVE, messages: [line(seq, 'สู้ ๆ')] });
    }
    await expect.poll(() => there.length, SOON).toBe(500);
    const seqs = there.map(({ event }) => (event as { messages: ChatMessage[] }).messages[0]?.seq);
    expect(seqs).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  });

  test('a chat batch larger than a notification arrives complete', async () => {
    const there = recordEvents(b);
    const messages = Array.from({ length: 200 }, (_, seq) => line(seq, 'ยกนี้แดง 🥊'.repeat(80)));
    a.publish('chat:sent', { programLiveId: LIVE, messages });
    a.publish('live:changed', { programLiveId: LIVE });
    await expect.poll(() => there.length, SOON).toBe(2);
    expect(there[0]?.event).toEqual({ programLiveId: LIVE, messages });
  });

  test('a node reconnects after a lost connection and reports possibly missed events', async () => {
    let missed = 0;
    b.onMissed(() => {
      missed += 1;
    });
    const there = recordEvents(b);
    expect(b.isBusConnected()).toBe(true);
    await disconnectAll();
    await expect.poll(() => b.isBusConnected(), { ...SOON, interval: 1 }).toBe(false);
    // An event that is published while disconnected stays queued until the reconnect.
    a.publish('live:changed', { programLiveId: LIVE });
    await expect.poll(() => missed, SOON).toBe(1);
    expect(b.isBusConnected()).toBe(true);
    await expect.poll(() => a.isBusConnected(), SOON).toBe(true);
    a.publish('session:revoked', { memberId: MEMBER, sessionIds: ['1'] });
    await expect.poll(() => there.some(({ name }) => name === 'session:revoked'), SOON).toBe(true);
  });

  test('a node with a full outbox notifies the others that they missed events', async () => {
    let missed = 0;
    b.onMissed(() => {
      missed += 1;
    });
    const there = recordEvents(b);
    const overflowing = makeBus();
    for (let count = 0; count < 10; count += 1) {
      const messages = [line(count, 'x'.repeat(1024 * 1024))];
      overflowing.publish('chat:sent', { programLiveId: LIVE, messages });
    }
    await overflowing.start();
    await expect.poll(() => missed, SOON).toBe(1);
    overflowing.publish('live:changed', { programLiveId: LIVE });
    await expect.poll(() => there.at(-1)?.name, SOON).toBe('live:changed');
    await overflowing.stop();
  });

  test('without a server, the bus starts anyway and keeps retrying', async () => {
    const disconnected = makeBus(missing);
    await disconnected.start();
    expect(disconnected.isBusConnected()).toBe(false);
    const here = recordEvents(disconnected);
    disconnected.publish('live:changed', { programLiveId: LIVE });
    expect(here).toHaveLength(1);
    await disconnected.stop();
  });

  test('an event published before a stop still arrives', async () => {
    const there = recordEvents(b);
    a.publish('live:changed', { programLiveId: LIVE });
    await a.stop();
    await expect.poll(() => there.length, SOON).toBe(1);
  });

  test('invalid messages and unknown events are ignored', async () => {
    const there = recordEvents(b);
    for (const text of ['rubbish', 'x 1 0 1 {', 'x 1 0 1 ["of-a-later-release",{}]', 'x 1 0 1 7']) {
      await send(text);
    }
    a.publish('live:changed', { programLiveId: LIVE });
    await expect.poll(() => there.length, SOON).toBe(1);
  });

  test('chat of a live arrives only on nodes that follow the live', async () => {
    const there = recordEvents(b);
    const other = '0199a000-0000-7000-8000-000000000003' as ProgramLiveId;
    /** Publishes chat, and returns whether the chat arrived before a later event that every node receives. */
    const hearsOther = async (): Promise<boolean> => {
      const from = there.length;
      a.publish('chat:sent', { programLiveId: other, messages: [line(1, 'อีกคู่')] });
      a.publish('live:changed', { programLiveId: LIVE });
      const names = () => there.slice(from).map(({ name }) => name);
      await expect.poll(names, SOON).toContain('live:changed');
      return names().includes('chat:sent');
    };
    expect(await hearsOther()).toBe(false);
    const heard = Promise.withResolvers<void>();
    const unfollow = b.follow(other, heard.resolve);
    await heard.promise;
    expect(await hearsOther()).toBe(true);
    unfollow();
    // The subscription reaches the server a moment later.
    await expect.poll(hearsOther, SOON).toBe(false);
  });
});

test('a node survives a killed Redis, and receives events of its lives again after the restart', async () => {
  const [a, b] = [1, 2].map(() =>
    createNodeBus({
      connect: connectRedis(redis.url),
      logger,
      times: { ...BUS_TIMES, retryMsMin: 20 },
    }),
  ) as [NodeBus, NodeBus];
  await Promise.all([a.start(), b.start()]);
  let missed = 0;
  b.onMissed(() => {
    missed += 1;
  });
  b.follow(LIVE, () => {});
  const there = recordEvents(b);
  await redis.kill();
  await expect.poll(() => [a.isBusConnected(), b.isBusConnected()], SOON).toEqual([false, false]);
  a.publish('live:changed', { programLiveId: LIVE });
  await redis.restart();
  await expect.poll(() => [a.isBusConnected(), b.isBusConnected()], SOON).toEqual([true, true]);
  expect(missed).toBe(1);
  a.publish('chat:sent', { programLiveId: LIVE, messages: [line(1, 'กลับมาแล้ว')] });
  await expect.poll(() => there.at(-1)?.name, SOON).toBe('chat:sent');
  await Promise.all([a.stop(), b.stop()]);
});
