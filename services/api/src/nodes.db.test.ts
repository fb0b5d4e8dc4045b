import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BUS_LINE_TIMES } from './platform/bus/bus-line.ts';
import { createPostgresBus, type PostgresBus } from './platform/bus/postgres-bus.ts';
import { loadSampleSeason } from './sample-season/load.ts';
import { FanSockets, followLive, next } from './testing/fan-sockets.ts';

/** A busy machine may need longer than a poll waits by itself. */
const SOON = { timeout: 5_000 };

const STANDING = `/internal/${encodeURIComponent('the internal secret of a test')}/members/standing`;
/** Long enough to do something while a node is deaf. */
const DEAF_MS = 400;

let database: TestDatabase;
let buses: PostgresBus[];
/** Two nodes, as two processes would be, but for their clock. */
let a: TestApi;
let b: TestApi;
let live: string;
const sockets = new FanSockets();

async function startNode(): Promise<TestApi> {
  const bus = createPostgresBus({
    url: database.url,
    logger: createLogger('test', 'silent'),
    times: { ...BUS_LINE_TIMES, retryMsMin: DEAF_MS, retryMsMax: DEAF_MS },
  });
  buses.push(bus);
  const node = await startTestApi({ bus, databaseUrl: database.url });
  await bus.start();
  await node.api.start();
  return node;
}

beforeAll(async () => {
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
});

const at = ({ url }: TestApi) => ({ url, appKey: TEST_APP_KEY });
const kick = (node: TestApi, token: string) => sockets.connect(at(node), '/kick', token);
const event = (node: TestApi, token?: string) => sockets.connect(at(node), '/event', token);
const profile = (node: TestApi, memberId: string, token: string) =>
  node.call(`GET /auth/member/profile?member_id=${memberId}`, { token });
async function fanAt(node: TestApi) {
  const fan = await node.makeFan();
  return { ...fan, token: await node.signIn(fan) };
}
const ban = (node: TestApi, member: string) =>
  node.api.internal.inject({
    method: 'POST',
    url: STANDING,
    payload: { member, status: 'ban', reason: 'สแปม', by: 'somsri' },
  });
const say = async (node: TestApi, token: string, text: string): Promise<number> => {
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
/** As a failover ends them; both nodes hear nothing for a while. */
async function deafen(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'sangwian-bus' and datname = current_database()`.execute(a.db);
  await expect
    .poll(() => buses.some((bus) => bus.isHearing()), { ...SOON, interval: 5 })
    .toBe(false);
}

describe('what is ended on one node is ended on the other', () => {
  test('a banned member is told there, put out there, and refused there', async () => {
    const fan = await fanAt(b);
    expect((await profile(b, fan.memberId, fan.token)).status).toBe(200);
    const [kicked, watching] = [await kick(b, fan.token), await event(b, fan.token)];
    const told = next(kicked, 'BAN_MEMBER');
    const closed = [next(kicked, 'disconnect'), next(watching, 'disconnect')];
    expect((await ban(a, fan.memberId)).statusCode).toBe(200);
    expect(await told).toEqual({ member_status: 'ban', member_id: fan.memberId });
    await Promise.all(closed);
    expect((await profile(b, fan.memberId, fan.token)).body.status).toBe('member_banned');
  });

  test('a token that was signed out is dead there, though it was remembered', async () => {
    const fan = await fanAt(b);
    const socket = await event(b, fan.token);
    const closed = next(socket, 'disconnect');
    await a.call('POST /auth/member/logout', { token: fan.token });
    await closed;
    expect((await profile(b, fan.memberId, fan.token)).body.status).toBe('token_invalid');
  });

  test('who watches there is told that the same member watches here now', async () => {
    const fan = await fanAt(b);
    const kicked = await kick(b, fan.token);
    const [old, later] = [randomUUID(), randomUUID()];
    const join = (node: TestApi, watch_token: string) =>
      node.call('POST /memberWatchStream/joinWatchStream', {
        token: fan.token,
        body: { member_id: fan.memberId, watch_token },
      });
    expect((await join(b, old)).status).toBe(200);
    const told = next(kicked, 'EXIT_WATCHED_STREAM');
    expect((await join(a, later)).status).toBe(200);
    expect(await told).toEqual({ old_watch_token: old });
    expect((await join(b, old)).body.status).toBe('watch_ejected');
  });
});

describe('order in the chat', () => {
  const moderate = (node: TestApi, action: object) =>
    node.api.internal.inject({
      method: 'POST',
      url: STANDING.replace('/members/standing', '/chat'),
      payload: { ...action, by: 'somsri', why: 'สแปม' },
    });

  test('is kept for fans of both nodes: removed lines, time-outs, what holds, and banned words', async () => {
    const author = await fanAt(b);
    const own = await event(b, author.token);
    await followLive(own, live);
    const chat_message_id = randomUUID();
    const line = { program_live_id: live, text: 'คำใหม่', chat_message_id };
    expect(await own.emitWithAck('chat:send', line)).toMatchObject({ ok: true });
    const told = ['chat:removed', 'chat:state', 'chat:timeout'].map((name) => next(own, name));
    await moderate(a, { action: 'delete', line: chat_message_id });
    await moderate(a, { action: 'pin', live, th: 'คู่เอกสองทุ่ม' });
    await moderate(a, { action: 'timeout', member: author.memberId, minutes: 10 });
    expect(await Promise.all(told)).toMatchObject([
      { chat_message_ids: [chat_message_id] },
      { pin: { text: { th: 'คู่เอกสองทุ่ม' } } },
      { program_live_id: null, timeout: { left_s: 600 } },
    ]);
    const again = { ...line, chat_message_id: randomUUID() };
    const statusOf = async () => (await own.emitWithAck('chat:send', again)).error?.status;
    expect(await statusOf()).toBe('chat_timed_out');
    await moderate(a, { action: 'end-timeout', member: author.memberId });
    await moderate(a, { action: 'word', word: 'คำใหม่', kind: 'banned' });
    await expect.poll(statusOf, SOON).toBe('chat_banned_word');
    await moderate(a, { action: 'unpin', live });
  });

  test('is told again to whom the bus could not reach', async () => {
    const author = await fanAt(a);
    const reader = await event(b);
    const { ticks } = await followLive(reader, live);
    const seq = await say(a, author.token, 'จะหายไป');
    const lines = () => ticks.flatMap((tick) => tick.messages);
    await expect.poll(() => lines().some((line) => line.seq === seq), SOON).toBe(true);
    const line = lines().find((one) => one.seq === seq)?.chat_message_id;
    const told: string[] = [];
    reader.on('chat:removed', (gone) => told.push(...gone.chat_message_ids));
    await deafen();
    await moderate(a, { action: 'delete', line });
    await expect.poll(() => told, SOON).toContain(line);
  });
});

describe('the chat of a live', () => {
  test('is one for fans of both nodes: every line, in order, and no gap though lines overtake', async () => {
    const fans = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const node = index % 2 === 0 ? a : b;
        return { node, fan: await fanAt(node) };
      }),
    );
    const readers = await Promise.all(
      [a, b].map(async (node) => followLive(await event(node), live)),
    );
    const said = await Promise.all(
      fans.map(({ node, fan }, index) => say(node, fan.token, `บรรทัดที่ ${index}`)),
    );
    const seqs = [...said].sort((x, y) => x - y);
    for (const { seq, ticks } of readers) {
      const lines = () => ticks.flatMap((tick) => tick.messages.map((line) => line.seq));
      await expect.poll(lines, SOON).toEqual(seqs);
      // A reader takes a tick that begins after what it has for a gap, and asks for everything again.
      let upTo = seq;
      for (const tick of ticks) {
        expect(tick.since).toBeLessThanOrEqual(upTo);
        upTo = Math.max(upTo, tick.seq);
      }
    }
  });
});

describe('while a node hears nothing of the others', () => {
  test('it trusts no token from memory, and puts out afterwards who was banned meanwhile', async () => {
    const fan = await fanAt(b);
    expect((await profile(b, fan.memberId, fan.token)).status).toBe(200);
    const kicked = await kick(b, fan.token);
    const told = next(kicked, 'BAN_MEMBER');
    const closed = next(kicked, 'disconnect');
    await deafen();
    await ban(a, fan.memberId);
    expect((await profile(b, fan.memberId, fan.token)).body.status).toBe('member_banned');
    expect(await told).toMatchObject({ member_id: fan.memberId });
    await closed;
  });

  test('its fans get the chat that they missed, and what comes then', async () => {
    const [fan, other] = [await fanAt(a), await fanAt(a)];
    const { ticks } = await followLive(await event(b), live);
    await deafen();
    const missed = await say(a, fan.token, 'ตอนที่ไม่ได้ยิน');
    const lines = () => ticks.flatMap((tick) => tick.messages.map((line) => line.seq));
    await expect.poll(lines, SOON).toEqual([missed]);
    const after = await say(a, other.token, 'ได้ยินแล้ว');
    await expect.poll(lines, SOON).toEqual([missed, after]);
  });
});
