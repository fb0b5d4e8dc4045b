import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { startRedis, type TestServer } from '@sangwian/testkit/start-server';
import {
  startTestApi,
  TEST_APP_KEY,
  TEST_OWNER_TOKEN,
  type TestApi,
} from '@sangwian/testkit/start-test-api';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BUS_TIMES } from './platform/bus/bus-connection.ts';
import { connectPostgres } from './platform/bus/connect-postgres.ts';
import { connectRedis } from './platform/bus/connect-redis.ts';
import { createNodeBus, type NodeBus } from './platform/bus/node-bus.ts';
import { loadSampleSeason } from './sample-season/load.ts';
import { FanSockets, followLive, next } from './testing/fan-sockets.ts';

/** A busy machine may need longer than the default timeout of `expect.poll`. */
const SOON = { timeout: 5_000 };

/** Time without a bus connection: long enough for an action on the other node. */
const DISCONNECTED_MS = 400;

/** The bus server that connects the nodes. */
type Between = 'PostgreSQL' | 'Redis';

/** Defined only if the nodes use Redis. */
let redis: TestServer | null = null;
let database: TestDatabase;
let buses: NodeBus[];
/** Two nodes that share nothing except the database and the clock. */
let a: TestApi;
let b: TestApi;
let live: string;
const sockets = new FanSockets();

async function startNode(): Promise<TestApi> {
  const bus = createNodeBus({
    connect: redis === null ? connectPostgres(database.url) : connectRedis(redis.url),
    logger: createLogger('test', 'silent'),
    times: { ...BUS_TIMES, retryMsMin: DISCONNECTED_MS, retryMsMax: DISCONNECTED_MS },
  });
  buses.push(bus);
  const node = await startTestApi({ bus, databaseUrl: database.url });
  await bus.start();
  await node.api.start();
  return node;
}

const at = ({ url }: TestApi) => ({ url, appKey: TEST_APP_KEY });
const kick = (node: TestApi, token: string) => sockets.connect(at(node), '/kick', token);
const event = (node: TestApi, token?: string) => sockets.connect(at(node), '/event', token);
const profile = (node: TestApi, memberId: string, token: string) =>
  node.call(`GET /auth/member/profile?member_id=${memberId}`, { token });
async function fanAt(node: TestApi) {
  const fan = await node.makeFan();
  return { ...fan, token: await node.signIn(fan) };
}
const OWNER = { token: TEST_OWNER_TOKEN };
const ban = (node: TestApi, memberId: string) =>
  node.call(`POST /operator/member/${memberId}/ban`, {
    ...OWNER,
    body: { reason: 'สแปม', version: 0 },
  });
const sendLine = async (node: TestApi, token: string, text: string): Promise<number> => {
  const socket = await event(node, token);
  const chat_message_id = randomUUID();
  const answer = await socket.emitWithAck('chat:send', {
    program_live_id: live,
    text,
    chat_message_id,
  });
  expect(answer).toMatchObject({ ok: true });
  return answer.message.seq;
};
/** Closes the bus connections, like a failover or a killed Redis. For a while, both nodes receive nothing. */
async function disconnectBuses(): Promise<void> {
  if (redis === null) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'sangwian-bus' and datname = current_database()`.execute(a.db);
  } else {
    await redis.kill();
  }
  await expect
    .poll(() => buses.some((bus) => bus.isBusConnected()), { ...SOON, interval: 5 })
    .toBe(false);
  // The nodes try again after `DISCONNECTED_MS`.
  await redis?.restart();
}

describe.each<Between>(['PostgreSQL', 'Redis'])('nodes over %s', (name) => {
  beforeAll(async () => {
    redis = name === 'Redis' ? await startRedis() : null;
    database = await createTestDatabase();
    buses = [];
    [a, b] = [await startNode(), await startNode()];
    live = (await loadSampleSeason(a.db, { now: new Date() })).program_live_id;
  });
  afterEach(() => sockets.close());
  afterAll(async () => {
    await Promise.all([a.close(), b.close()]);
    await Promise.all(buses.map((bus) => bus.stop()));
    await database.drop();
    await redis?.stop();
  });

  describe('revocations reach the other node', () => {
    test('a ban notifies the member, disconnects the sockets and refuses the token on the other node', async () => {
      const fan = await fanAt(b);
      expect((await profile(b, fan.memberId, fan.token)).status).toBe(200);
      const [kicked, watching] = [await kick(b, fan.token), await event(b, fan.token)];
      const banned = next(kicked, 'BAN_MEMBER');
      const closed = [next(kicked, 'disconnect'), next(watching, 'disconnect')];
      expect((await ban(a, fan.memberId)).status).toBe(200);
      expect(await banned).toEqual({ member_status: 'ban', member_id: fan.memberId });
      await Promise.all(closed);
      expect((await profile(b, fan.memberId, fan.token)).body.status).toBe('member_banned');
    });

    test('a sign-out invalidates the cached token on the other node', async () => {
      const fan = await fanAt(b);
      const socket = await event(b, fan.token);
      const closed = next(socket, 'disconnect');
      await a.call('POST /auth/member/logout', { token: fan.token });
      await closed;
      expect((await profile(b, fan.memberId, fan.token)).body.status).toBe('token_invalid');
    });

    test('a watch session on one node ejects the member’s earlier session on the other', async () => {
      const fan = await fanAt(b);
      const kicked = await kick(b, fan.token);
      const [old, later] = [randomUUID(), randomUUID()];
      const join = (node: TestApi, watch_token: string) =>
        node.call('POST /memberWatchStream/joinWatchStream', {
          token: fan.token,
          body: { member_id: fan.memberId, watch_token },
        });
      expect((await join(b, old)).status).toBe(200);
      const ejected = next(kicked, 'EXIT_WATCHED_STREAM');
      expect((await join(a, later)).status).toBe(200);
      expect(await ejected).toEqual({ old_watch_token: old });
      expect((await join(b, old)).body.status).toBe('watch_ejected');
    });
  });

  describe('chat moderation', () => {
    const moderate = (operation: 'POST' | 'PUT', path: string, body: object = {}) =>
      a.call(`${operation} /operator/chat${path}`, { ...OWNER, body: { reason: 'สแปม', ...body } });
    const removeLine = (id: string) => moderate('POST', `/messages/${id}/remove`);

    test('reaches fans of both nodes with removed lines, pins, time-outs and banned words', async () => {
      const author = await fanAt(b);
      const own = await event(b, author.token);
      await followLive(own, live);
      const chat_message_id = randomUUID();
      const line = { program_live_id: live, text: 'คำใหม่', chat_message_id };
      expect(await own.emitWithAck('chat:send', line)).toMatchObject({ ok: true });
      const events = ['chat:removed', 'chat:state', 'chat:timeout'].map((name) => next(own, name));
      await removeLine(chat_message_id);
      const text = { th: 'คู่เอกสองทุ่ม', en: 'Main bout at eight' };
      await moderate('PUT', '/pin', { program_live_id: live, text });
      const everywhere = { member_id: author.memberId, program_live_id: null };
      await moderate('POST', '/timeouts', { ...everywhere, minutes: 10 });
      expect(await Promise.all(events)).toMatchObject([
        { chat_message_ids: [chat_message_id] },
        { pin: { text } },
        { program_live_id: null, timeout: { left_s: 600 } },
      ]);
      const again = { ...line, chat_message_id: randomUUID() };
      const statusOf = async () => (await own.emitWithAck('chat:send', again)).error?.status;
      expect(await statusOf()).toBe('chat_timed_out');
      await moderate('POST', '/timeouts/end', everywhere);
      await moderate('POST', '/words', { word: 'คำใหม่', kind: 'banned' });
      await expect.poll(statusOf, SOON).toBe('chat_banned_word');
      await moderate('PUT', '/pin', { program_live_id: live, text: null });
    });

    test('reaches fans of a node that was disconnected from the bus', async () => {
      const author = await fanAt(a);
      const reader = await event(b);
      const { ticks } = await followLive(reader, live);
      const seq = await sendLine(a, author.token, 'จะหายไป');
      const lines = () => ticks.flatMap((tick) => tick.messages);
      await expect.poll(() => lines().some((line) => line.seq === seq), SOON).toBe(true);
      const line = lines().find((one) => one.seq === seq)?.chat_message_id ?? '';
      const removed: string[] = [];
      reader.on('chat:removed', ({ chat_message_ids: ids }) => removed.push(...ids));
      await disconnectBuses();
      await removeLine(line);
      await expect.poll(() => removed, SOON).toContain(line);
    });
  });

  describe('the chat of a live', () => {
    test('reaches fans of both nodes in order and without gaps, even when lines are sent at once', async () => {
      const fans = await Promise.all(
        Array.from({ length: 16 }, async (_, index) => {
          const node = index % 2 === 0 ? a : b;
          return { node, fan: await fanAt(node) };
        }),
      );
      const readers = await Promise.all(
        [a, b].map(async (node) => followLive(await event(node), live)),
      );
      const sent = await Promise.all(
        fans.map(({ node, fan }, index) => sendLine(node, fan.token, `บรรทัดที่ ${index}`)),
      );
      const seqs = [...sent].sort((x, y) => x - y);
      for (const { seq, ticks } of readers) {
        const lines = () => ticks.flatMap((tick) => tick.messages.map((line) => line.seq));
        await expect.poll(lines, SOON).toEqual(seqs);
        // A reader treats a tick that begins after its last line as a gap, and fetches all lines again.
        let upTo = seq;
        for (const tick of ticks) {
          expect(tick.since).toBeLessThanOrEqual(upTo);
          upTo = Math.max(upTo, tick.seq);
        }
      }
    });
  });

  describe('while a node is disconnected from the bus', () => {
    test('the node trusts no cached token, and disconnects banned members after it reconnects', async () => {
      const fan = await fanAt(b);
      expect((await profile(b, fan.memberId, fan.token)).status).toBe(200);
      const kicked = await kick(b, fan.token);
      const banned = next(kicked, 'BAN_MEMBER');
      const closed = next(kicked, 'disconnect');
      await disconnectBuses();
      await ban(a, fan.memberId);
      expect((await profile(b, fan.memberId, fan.token)).body.status).toBe('member_banned');
      expect(await banned).toMatchObject({ member_id: fan.memberId });
      await closed;
    });

    test('the node’s fans later receive the missed lines and all following lines', async () => {
      const [fan, other] = [await fanAt(a), await fanAt(a)];
      const { ticks } = await followLive(await event(b), live);
      await disconnectBuses();
      const missed = await sendLine(a, fan.token, 'ตอนที่ไม่ได้ยิน');
      const lines = () => ticks.flatMap((tick) => tick.messages.map((line) => line.seq));
      await expect.poll(lines, SOON).toEqual([missed]);
      const after = await sendLine(a, other.token, 'ได้ยินแล้ว');
      await expect.poll(lines, SOON).toEqual([missed, after]);
    });
  });

  describe('the health of the nodes', () => {
    const namesAt = async (node: TestApi): Promise<string[]> => {
      const { headers } = await node.makeStaff('viewer');
      const { body } = await node.call('GET /operator/health', { headers });
      return body.data.nodes.map(({ name }: { name: string }) => name).sort();
    };

    test('is the same on every node, lists every node, and omits a node that stops', async () => {
      await expect.poll(() => namesAt(a), SOON).toHaveLength(2);
      expect(await namesAt(b)).toEqual(await namesAt(a));
      const third = await startNode();
      await expect.poll(() => namesAt(b), SOON).toHaveLength(3);
      await third.close();
      await expect.poll(() => namesAt(b), SOON).toHaveLength(2);
    });
  });
});
