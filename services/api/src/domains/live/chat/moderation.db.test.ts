import { randomUUID } from 'node:crypto';
import { SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import {
  startTestApi,
  TEST_APP_KEY,
  TEST_OWNER_TOKEN,
  type TestApi,
  type TestStaff,
} from '@sangwian/testkit/start-test-api';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets, followLive, next } from '../../../testing/fan-sockets.ts';

const START = Date.now();

let now = new Date(START);
let test: TestApi;
let tonight: string;
let premium: string;
let operator: TestStaff;
const sockets = new FanSockets();

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
  await test.api.start();
  operator = await test.makeStaff('moderator', 'somsri');
  premium = (await test.call('GET /live?status=not_started')).body.data.find(
    (live: { access: string }) => live.access === 'premium',
  ).program_live_id;
});
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});
afterEach(() => sockets.close());
afterAll(() => test.close());

type Role = 'admin' | 'moderator' | 'partner';
/** Makes a change in the console. */
const operate = (method: 'POST' | 'PUT', path: string, body: object = {}) =>
  test.call(`${method} /operator/chat${path}`, {
    headers: operator.headers,
    body: { reason: 'สแปม', ...body },
  });
const removeLine = (line: { chat_message_id: string }) =>
  operate('POST', `/messages/${line.chat_message_id}/remove`);
const timeOut = (member_id: string, minutes: number, program_live_id: string | null = null) =>
  operate('POST', '/timeouts', { member_id, program_live_id, minutes });
const endTimeout = (member_id: string, program_live_id: string | null = null) =>
  operate('POST', '/timeouts/end', { member_id, program_live_id });
const slowDown = (slow_mode_s: number) =>
  operate('PUT', '/slow-mode', { program_live_id: tonight, slow_mode_s });
const give = (memberId: string, role: Role | null, roleBefore: Role | null = null) =>
  test.call(`PUT /operator/member/${memberId}/role`, {
    token: TEST_OWNER_TOKEN,
    body: { role, role_before: roleBefore, reason: 'กะดึก' },
  });
const site = () => ({ url: test.url, appKey: TEST_APP_KEY });
async function fan(role: Role | null = null) {
  const made = await test.makeFan();
  if (role !== null) expect((await give(made.memberId, role)).body.data.role).toBe(role);
  const token = await test.signIn(made);
  return { ...made, token, socket: await sockets.connect(site(), '/event', token) };
}
const join = (socket: Socket, since?: number) =>
  socket.emitWithAck('live:join', {
    program_live_id: tonight,
    ...(since === undefined ? {} : { since }),
  });
const say = (socket: Socket, text: string, live = tonight) =>
  socket.emitWithAck('chat:send', {
    program_live_id: live,
    text,
    chat_message_id: randomUUID(),
  });
async function said(socket: Socket, text = 'สู้ ๆ') {
  const answer = await say(socket, text);
  expect(answer).toMatchObject({ ok: true });
  return answer.message as { chat_message_id: string; seq: number; member_id: string };
}
const moderate = async (
  socket: Socket,
  request: { action: string } & Record<string, unknown>,
): Promise<string> => {
  const answer = await socket.emitWithAck('chat:moderate', {
    program_live_id: tonight,
    ...request,
  });
  return answer.ok ? 'ok' : answer.error.status;
};
const detailsOf = (answer: { error: { details?: { path: string; message: string }[] } }) =>
  Object.fromEntries((answer.error.details ?? []).map(({ path, message }) => [path, message]));
const actionsOn = (member: string) =>
  test.db
    .selectFrom('chat_action')
    .select(['action', 'created_by', 'created_by_member_id', 'reason'])
    .where('member_id', '=', member)
    .orderBy('chat_action_id')
    .execute();

describe('a removed line', () => {
  it('disappears at once, also for late joiners and after a reconnect, and is logged with actor and reason', async () => {
    const [author, reader] = [await fan(), await sockets.connect(site(), '/event')];
    const line = await said(author.socket, 'ขายของ');
    const { seq } = await join(reader);
    const event = next(reader, 'chat:removed');
    expect((await removeLine(line)).status).toBe(200);
    expect(SOCKET_EVENTS_OUT['chat:removed'].parse(await event)).toEqual({
      program_live_id: tonight,
      chat_message_ids: [line.chat_message_id],
    });
    const { messages } = (await test.call(`GET /live/${tonight}/chat`)).body.data;
    expect(messages.at(-1)).toMatchObject({ seq: line.seq, text: '', removed: true });
    expect((await join(reader, seq)).removed).toContain(line.chat_message_id);
    expect((await join(reader)).messages.at(-1)).toMatchObject({ text: '', removed: true });
    await removeLine(line);
    expect(await actionsOn(author.memberId)).toEqual([
      { action: 'remove', created_by: 'somsri', created_by_member_id: null, reason: 'สแปม' },
    ]);
    const shown = await test.call('GET /operator/chat', { headers: operator.headers });
    expect(shown.body.data.lines).toContainEqual(
      expect.objectContaining({ text: 'ขายของ', member_name: 'สมชาย' }),
    );
  });

  it('may be removed together with all lines of its member, and with no other member’s lines', async () => {
    const [author, other] = [await fan(), await fan()];
    const first = await said(author.socket);
    const theirs = await said(other.socket);
    now = new Date(now.getTime() + 10_000);
    const second = await said(author.socket);
    const reader = await sockets.connect(site(), '/event');
    await join(reader);
    const event = next(reader, 'chat:removed');
    const all = { member_id: author.memberId, program_live_id: null };
    expect((await operate('POST', '/messages/remove', all)).body.data).toEqual({ removed: 2 });
    const { chat_message_ids } = (await event) as { chat_message_ids: string[] };
    expect(new Set(chat_message_ids)).toEqual(
      new Set([first.chat_message_id, second.chat_message_id]),
    );
    const { messages } = await join(reader);
    expect(messages.find((one: { seq: number }) => one.seq === theirs.seq)).toMatchObject({
      removed: false,
    });
    const archive = await test.call('GET /auth/member/export', { token: author.token });
    expect(archive.text).toContain('remove_all');
    expect(archive.text).not.toContain('somsri');
  });
});

describe('a moderator on the live page', () => {
  it('removes lines and times members out; fans, visitors and former moderators may not', async () => {
    const [moderator, author] = [await fan('moderator'), await fan()];
    const visitor = await sockets.connect(site(), '/event');
    expect(await join(moderator.socket)).toMatchObject({ can_moderate: true });
    expect(await join(author.socket)).toMatchObject({ can_moderate: false });
    const line = await said(author.socket);
    const remove = { action: 'remove', chat_message_id: line.chat_message_id };
    const out = { action: 'timeout', member_id: author.memberId, minutes: 10 };
    expect(await moderate(author.socket, remove)).toBe('forbidden');
    expect(await moderate(visitor, remove)).toBe('forbidden');
    expect(await moderate(moderator.socket, remove)).toBe('ok');
    expect(await moderate(moderator.socket, out)).toBe('ok');
    expect(await actionsOn(author.memberId)).toMatchObject([
      { action: 'remove', created_by_member_id: moderator.memberId },
      { action: 'timeout', created_by_member_id: moderator.memberId },
    ]);
    expect(await moderate(moderator.socket, { ...out, action: 'end_timeout' })).toBe(
      'request_invalid',
    );
    const back = { action: 'end_timeout', member_id: author.memberId };
    expect(await moderate(moderator.socket, back)).toBe('ok');
    await give(moderator.memberId, null, 'moderator');
    expect(await moderate(moderator.socket, out)).toBe('forbidden');
  });

  it('may not moderate moderators or admins, nor lines of another live', async () => {
    const [moderator, other, admin] = [
      await fan('moderator'),
      await fan('moderator'),
      await fan('admin'),
    ];
    const line = await said(other.socket);
    const out = (member_id: string) => ({ action: 'timeout', member_id, minutes: 1 });
    expect(await moderate(moderator.socket, out(other.memberId))).toBe('forbidden');
    expect(await moderate(moderator.socket, out(admin.memberId))).toBe('forbidden');
    expect(await moderate(admin.socket, out(other.memberId))).toBe('ok');
    expect(await moderate(moderator.socket, out(randomUUID()))).toBe('member_not_found');
    const elsewhere = { action: 'remove', chat_message_id: line.chat_message_id };
    expect(await moderate(admin.socket, { ...elsewhere, program_live_id: premium })).toBe(
      'live_locked',
    );
    expect(await moderate(admin.socket, { action: 'pin', chat_message_id: randomUUID() })).toBe(
      'chat_line_not_found',
    );
  });

  it('may send links, is exempt from slow mode, and has the role on every line', async () => {
    const moderator = await fan('moderator');
    await join(moderator.socket);
    expect(await say(moderator.socket, 'กติกา: https://example.com')).toMatchObject({
      ok: true,
      message: { member_role: 'moderator' },
    });
    expect(await say(moderator.socket, 'อีกครั้ง')).toMatchObject({ ok: true });
    const partner = await fan('partner');
    expect(await say(partner.socket, 'สวัสดี')).toMatchObject({
      message: { member_role: 'partner' },
    });
    expect(await say(partner.socket, 'สวัสดี')).toMatchObject({ ok: false });
  });
});

describe('a timed-out member', () => {
  it('is notified, is refused in this live only, and may send again after the time-out', async () => {
    const [author, other] = [await fan(), await fan()];
    const received: unknown[] = [];
    other.socket.on('chat:timeout', (payload) => received.push(payload));
    const event = next(author.socket, 'chat:timeout');
    await timeOut(author.memberId, 10, tonight);
    const until = new Date(now.getTime() + 600_000).toISOString();
    expect(SOCKET_EVENTS_OUT['chat:timeout'].parse(await event)).toEqual({
      program_live_id: tonight,
      timeout: { until, left_s: 600 },
    });
    expect(await join(author.socket)).toMatchObject({ timeout: { until, left_s: 600 } });
    const refused = await say(author.socket, 'ทำไม');
    expect(refused).toMatchObject({ ok: false, error: { status: 'chat_timed_out' } });
    expect(detailsOf(refused)).toEqual({ until, retry_after_s: '600' });
    await said(other.socket);
    expect(received).toEqual([]);
    now = new Date(now.getTime() + 600_000);
    await said(author.socket);
    expect(await join(author.socket)).toMatchObject({ timeout: null });
  });

  it('is timed out in every live if no live is given, even after a single live’s time-out has ended', async () => {
    const author = await fan();
    const received: unknown[] = [];
    author.socket.on('chat:timeout', (payload) => received.push(payload));
    await timeOut(author.memberId, 60);
    await timeOut(author.memberId, 5, tonight);
    await expect.poll(() => received.length).toBe(2);
    await endTimeout(author.memberId, tonight);
    await expect.poll(() => received[2]).toMatchObject({ timeout: { left_s: 3_600 } });
    expect(await say(author.socket, 'ยังไม่ได้')).toMatchObject({ ok: false });
    await endTimeout(author.memberId);
    await said(author.socket);
  });

  it('sends nothing once timed out, even with lines in flight', async () => {
    const authors = await Promise.all(Array.from({ length: 6 }, () => fan()));
    const results = await Promise.all(
      authors.map(async ({ memberId, socket }) => {
        const out = timeOut(memberId, 10, tonight);
        await Promise.all([say(socket, 'ก่อน'), out]);
        return (await say(socket, 'หลัง')).error?.status;
      }),
    );
    expect(results).toEqual(Array(6).fill('chat_timed_out'));
  });
});

describe('the state of a chat', () => {
  it('has a slow mode that is broadcast at once, and refusals carry the remaining time', async () => {
    const [author, reader] = [await fan(), await sockets.connect(site(), '/event')];
    expect(await join(reader)).toMatchObject({ chat: { slow_mode_s: 3, pin: null } });
    const event = next(reader, 'chat:state');
    await slowDown(30);
    expect(await event).toEqual({
      program_live_id: tonight,
      slow_mode_s: 30,
      pin: null,
      shield: null,
      announcement: null,
    });
    await said(author.socket);
    now = new Date(now.getTime() + 4_000);
    const refused = await say(author.socket, 'อีก');
    expect(refused).toMatchObject({ ok: false, error: { status: 'chat_slow_mode' } });
    expect(detailsOf(refused)).toEqual({ retry_after_s: '26' });
    await slowDown(3);
    await said(author.socket);
    const bad = await slowDown(0);
    expect(bad.status).toBe(400);
  });

  it('has a pinned line: an operator’s text, or a fan’s line that is unpinned when it is removed', async () => {
    const [moderator, author] = [await fan('moderator'), await fan()];
    const states: unknown[] = [];
    await join(author.socket);
    author.socket.on('chat:state', (state) => states.push(state));
    const text = { th: 'คู่เอกสองทุ่ม', en: 'Main bout at eight' };
    await operate('PUT', '/pin', { program_live_id: tonight, text });
    await expect
      .poll(() => states.at(-1))
      .toMatchObject({
        pin: { text, member_name: null },
      });
    const line = await said(author.socket, 'แดงชนะแน่');
    const pin = { action: 'pin', chat_message_id: line.chat_message_id };
    expect(await moderate(moderator.socket, pin)).toBe('ok');
    await expect.poll(() => states.at(-1)).toMatchObject({ pin: { member_name: 'สมชาย' } });
    expect((await join(author.socket)).chat.pin.text.en).toBe('แดงชนะแน่');
    await removeLine(line);
    await expect.poll(() => states.at(-1)).toMatchObject({ pin: null });
    expect(await moderate(moderator.socket, pin)).toBe('chat_line_not_found');
  });

  it('never keeps a pinned line that is removed at the same time', async () => {
    const [moderator, author] = [await fan('moderator'), await fan()];
    for (let round = 0; round < 8; round += 1) {
      const line = await said(author.socket, `รอบ ${round}`);
      const pin = { action: 'pin', chat_message_id: line.chat_message_id };
      await Promise.all([moderate(moderator.socket, pin), removeLine(line)]);
      const { pin_id: id } = await test.db
        .selectFrom('chat_room')
        .select('pin_id')
        .where('program_live_id', '=', tonight)
        .executeTakeFirstOrThrow();
      expect(id).toBeNull();
      now = new Date(now.getTime() + 4_000);
    }
  });
});

describe('a forbidden line', () => {
  it('is a line with a link or a banned word, and does not start slow mode', async () => {
    const { socket } = await fan();
    const statusOf = async (text: string) => (await say(socket, text)).error?.status ?? 'ok';
    expect(await statusOf('ดูฟรี example จุด com')).toBe('chat_link');
    expect(await statusOf('ไอ้เหี้ย')).toBe('chat_banned_word');
    expect(await statusOf('f.u.c.k')).toBe('chat_banned_word');
    expect(await statusOf('ดอกไม้เหี่ยว')).toBe('ok');
  });

  it('follows the operators’ list of words at once', async () => {
    const { socket } = await fan();
    const text = 'น้ำปลาปลอมมาแล้ว';
    const put = (kind: string | null, word = 'ปลาปลอม') =>
      operate('POST', '/words', { word, kind });
    expect((await put('banned')).body.data).toContainEqual(
      expect.objectContaining({ word: 'ปลาปลอม', kind: 'banned' }),
    );
    expect(await say(socket, text)).toMatchObject({ error: { status: 'chat_banned_word' } });
    await put('innocent', 'น้ำปลาปลอม');
    await said(socket, text);
    await put(null);
    now = new Date(now.getTime() + 10_000);
    await said(socket, 'ปลาปลอม');
    const refused = await put('banned', 'a b');
    expect(refused).toMatchObject({ status: 400, body: { status: 'request_invalid' } });
    const tried = await test.call(
      `GET /operator/chat/words/try?text=${encodeURIComponent('ควย www.x')}`,
      { headers: operator.headers },
    );
    expect(tried.body.data).toMatchObject({ link: true, word: { kind: 'banned' } });
  });
});

it('broadcasts a line that is already removed without its text', async () => {
  const [author, reader] = [await fan(), await sockets.connect(site(), '/event')];
  const { ticks } = await followLive(reader, tonight);
  const line = await said(author.socket, 'หายไป');
  await removeLine(line);
  test.bus.publish('chat:sent', {
    programLiveId: tonight as never,
    messages: [{ ...(line as never as object), seq: line.seq + 1 }] as never,
  });
  await expect
    .poll(() => ticks.flatMap((tick) => tick.messages).find((one) => one.seq === line.seq + 1))
    .toMatchObject({ text: '', removed: true });
});
