import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Relay, startRelay } from '@sangwian/testkit/start-relay';
import { startRedis, type TestServer } from '@sangwian/testkit/start-server';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUS_TIMES } from './platform/bus/bus-connection.ts';
import { connectRedis } from './platform/bus/connect-redis.ts';
import { createNodeBus, type NodeBus } from './platform/bus/node-bus.ts';
import { loadSampleSeason } from './sample-season/load.ts';
import { FanSockets, followLive } from './testing/fan-sockets.ts';

const SOON = { timeout: 15_000 };
const CALLS = 100;
const CALLS_MAX = 2 * CALLS;
/** Each request calls Redis twice and would wait 100 ms each time, which makes twenty seconds for all requests. */
const ALL_CALLS_MS_MAX = 6_000;

let redis: TestServer;
let relay: Relay;
let database: TestDatabase;
let live: string;
const nodes: TestApi[] = [];
const buses: NodeBus[] = [];
const sockets = new FanSockets();

async function startNode(redisUrl: string): Promise<TestApi> {
  const bus = createNodeBus({
    connect: connectRedis(redisUrl),
    logger: createLogger('test', 'silent'),
    times: { ...BUS_TIMES, connectMsMax: 500, queryMsMax: 500, probeMs: 500, retryMsMax: 500 },
  });
  buses.push(bus);
  const http = { callsPerAddressMax: CALLS_MAX, callsPerSessionMax: CALLS_MAX };
  const node = await startTestApi({
    bus,
    databaseUrl: database.url,
    config: { http, database: { redisUrl } },
  });
  nodes.push(node);
  await bus.start();
  await node.api.start();
  return node;
}

beforeAll(async () => {
  [redis, database] = await Promise.all([startRedis(), createTestDatabase()]);
  relay = await startRelay(Number(new URL(redis.url).port));
  const redisUrl = `redis://127.0.0.1:${relay.port}`;
  await startNode(redisUrl);
  await startNode(redisUrl);
  live = (await loadSampleSeason((nodes[0] as TestApi).db, { now: new Date() })).program_live_id;
});
afterAll(async () => {
  sockets.close();
  relay.resume();
  await Promise.all(nodes.map((node) => node.close()));
  await Promise.all(buses.map((bus) => bus.stop()));
  await relay.stop();
  await Promise.all([database.drop(), redis.stop()]);
});

const at = ({ url }: TestApi) => ({ url, appKey: TEST_APP_KEY });

/** Sends one member's requests one after the other. @returns the statuses, and the total duration */
async function callMany(node: TestApi, calls: number, ip: string) {
  const fan = await node.makeFan();
  const token = await node.signIn(fan);
  const statuses: number[] = [];
  const beganMs = performance.now();
  for (let call = 0; call < calls; call += 1) {
    const path = `GET /auth/member/profile?member_id=${fan.memberId}`;
    statuses.push((await node.call(path, { token, ip })).status);
  }
  return { statuses, tookMs: performance.now() - beganMs };
}

test('a Redis that accepts connections but never responds slows no request, refuses no fan, and loses no chat line', async () => {
  const [a, b] = nodes as [TestApi, TestApi];
  const author = await a.makeFan();
  const token = await a.signIn(author);
  const { ticks } = await followLive(await sockets.connect(at(b), '/event'), live);
  // While Redis responds, both nodes share the limits.
  await expect
    .poll(async () => {
      const ip = `198.51.100.${Math.floor(Math.random() * 250)}`;
      await callMany(a, CALLS, ip);
      const { statuses } = await callMany(b, CALLS + 1, ip);
      return statuses.at(-1);
    }, SOON)
    .toBe(429);

  relay.hold();
  const { statuses, tookMs } = await callMany(a, CALLS, '203.0.113.5');
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(tookMs).toBeLessThan(ALL_CALLS_MS_MAX);
  // Without Redis, the node counts in its memory, so a limit is never off.
  expect((await callMany(b, CALLS_MAX + 1, '203.0.113.6')).statuses.at(-1)).toBe(429);

  const socket = await sockets.connect(at(a), '/event', token);
  const chat_message_id = randomUUID();
  const line = { program_live_id: live, text: 'ช่วงที่เงียบ', chat_message_id };
  const sent = await socket.emitWithAck('chat:send', line);
  expect(sent).toMatchObject({ ok: true });
  await expect.poll(() => buses.map((bus) => bus.isBusConnected()), SOON).toEqual([false, false]);
  relay.resume();
  await expect
    .poll(() => ticks.flatMap((tick) => tick.messages.map(({ seq }) => seq)), SOON)
    .toEqual([sent.message.seq]);
  // Both nodes share the limits again.
  await expect
    .poll(async () => {
      const ip = `192.0.2.${Math.floor(Math.random() * 250)}`;
      await callMany(a, CALLS, ip);
      return (await callMany(b, CALLS + 1, ip)).statuses.at(-1);
    }, SOON)
    .toBe(429);
}, 90_000);
