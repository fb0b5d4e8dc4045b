import { randomUUID } from 'node:crypto';
import type { ChatMessageId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { LiveJoinAck, SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets, followLive, next } from '../../../testing/fan-sockets.ts';
import { allowHeldLine, expireHeldLines, removeHeldLine } from './decide-held-line.ts';
import { setShield, setSlowMode, setWord } from './moderate-chat.ts';

const NOTE = { actor: 'somsri', actorMemberId: null, reason: 'ทดสอบ' };
const WATCHED = 'เครดิตฟรี';
const MINUTE_MS = 60_000;

let now = new Date();
let test: TestApi;
let tonight: ProgramLiveId;
const sockets = new FanSockets();
const deps = () => ({ db: test.db, bus: test.bus, clock: () => now });

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id as ProgramLiveId;
  await test.api.start();
  await setWord(deps(), WATCHED, 'watched', NOTE);
  await setWord(deps(), 'jackpot*', 'watched', NOTE);
});
beforeEach(async () => {
  now = new Date(now.getTime() + 20 * MINUTE_MS);
  await expireHeldLines(deps());
});
afterEach(() => sockets.close());
afterAll(() => test.close());

async function fan() {
  const made = await test.makeFan();
  const token = await test.signIn(made);
  const site = { url: test.url, appKey: TEST_APP_KEY };
  return { ...made, token, socket: await sockets.connect(site, '/event', token) };
}
const say = async (socket: Socket, text: string, id: string = randomUUID()): Promise<string> => {
  const line = { program_live_id: tonight, text, chat_message_id: id };
  const answer = await socket.emitWithAck('chat:send', line);
  return answer.ok ? 'ok' : answer.error.status;
};
/** Sends a line with a watched word. @returns its id */
async function hold(socket: Socket, text = `รับ${WATCHED}ทักเลย`): Promise<ChatMessageId> {
  const id = randomUUID() as ChatMessageId;
  expect(await say(socket, text, id)).toBe('chat_held');
  return id;
}
const join = async (socket: Socket) => {
  const answer = await socket.emitWithAck('live:join', { program_live_id: tonight });
  const parsed = LiveJoinAck.parse(answer);
  if (!parsed.ok) throw new Error(parsed.error.status);
  return parsed;
};
const textOf = (error: unknown): string => (error instanceof ApiError ? error.code : String(error));
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'ok').catch((error: unknown) => textOf(error));

describe('a line with a watched word', () => {
  it('is shown to its author as waiting, and to no other fan', async () => {
    const [author, reader] = [await fan(), await fan()];
    const { ticks } = await followLive(reader.socket, tonight);
    const id = await hold(author.socket);
    expect((await join(author.socket)).held).toMatchObject([
      { chat_message_id: id, state: 'held', reason: null },
    ]);
    expect((await join(reader.socket)).held).toEqual([]);
    expect(await say(reader.socket, 'ข้อความถัดไป')).toBe('ok');
    await expect.poll(() => ticks.flatMap((tick) => tick.messages)).toHaveLength(1);
    const history = (await test.call(`GET /live/${tonight}/chat`)).body.data.messages;
    expect(history.map((line: { chat_message_id: string }) => line.chat_message_id)).not.toContain(
      id,
    );
  });

  it('is also found in disguise, and a banned word in the same line is refused first', async () => {
    const disguises = ['เครดิต ฟรี', 'เ ค ร ดิ ต ฟ รี', 'Jackpottt today'];
    const statuses = [];
    for (const text of disguises) statuses.push(await say((await fan()).socket, text));
    expect(statuses).toEqual(['ok', 'chat_held', 'chat_held']);
    expect(await say((await fan()).socket, `${WATCHED} ควย`)).toBe('chat_banned_word');
  });

  it('appears with a fresh seq and time at the end once it is allowed', async () => {
    const [author, reader] = [await fan(), await fan()];
    const { ticks, seq } = await followLive(reader.socket, tonight);
    const id = await hold(author.socket);
    expect(await say(reader.socket, 'ระหว่างนั้น')).toBe('ok');
    now = new Date(now.getTime() + MINUTE_MS);
    const received = next(author.socket, 'chat:held');
    await allowHeldLine(deps(), id, NOTE);
    expect(SOCKET_EVENTS_OUT['chat:held'].parse(await received)).toMatchObject({
      chat_message_id: id,
      state: 'allowed',
    });
    await expect.poll(() => ticks.flatMap((tick) => tick.messages).length).toBe(2);
    expect(ticks.flatMap((tick) => tick.messages)).toMatchObject([
      { text: 'ระหว่างนั้น', seq: seq + 1 },
      { chat_message_id: id, seq: seq + 2, sent_at: now.toISOString() },
    ]);
    expect(await say(author.socket, `รับ${WATCHED}ทักเลย`, id)).toBe('ok');
    expect((await join(reader.socket)).seq).toBe(seq + 2);
  });

  it('shows its author why it was removed', async () => {
    const author = await fan();
    const id = await hold(author.socket);
    const received = next(author.socket, 'chat:held');
    await removeHeldLine(deps(), id, 'gambling', NOTE);
    const decided = { chat_message_id: id, state: 'removed', reason: 'gambling' };
    expect(await received).toEqual({ program_live_id: tonight, ...decided });
    expect((await join(author.socket)).held).toMatchObject([decided]);
    expect(await say(author.socket, `รับ${WATCHED}ทักเลย`, id)).toBe('chat_failed');
  });

  it('expires after ten minutes, and cannot be decided then', async () => {
    const author = await fan();
    const id = await hold(author.socket);
    now = new Date(now.getTime() + LIMITS.chatHeldMinutesMax * MINUTE_MS);
    expect(await outcomeOf(allowHeldLine(deps(), id, NOTE))).toBe('chat_held_decided');
    const received = next(author.socket, 'chat:held');
    await expireHeldLines(deps());
    expect(await received).toMatchObject({ chat_message_id: id, state: 'expired' });
  });

  it('is decided once: the first of several concurrent decisions wins, and the others are refused with it', async () => {
    const author = await fan();
    const id = await hold(author.socket);
    const outcomes = await Promise.all([
      outcomeOf(allowHeldLine(deps(), id, NOTE)),
      outcomeOf(removeHeldLine(deps(), id, 'spam', NOTE)),
      outcomeOf(allowHeldLine(deps(), id, { ...NOTE, actor: 'manee' })),
    ]);
    expect(outcomes.sort()).toEqual(['chat_held_decided', 'chat_held_decided', 'ok']);
    const refusal = await allowHeldLine(deps(), id, NOTE).catch((error: ApiError) => error);
    expect(refusal).toMatchObject({ code: 'chat_held_decided' });
    expect((refusal as ApiError).toBody('r').details).toEqual([
      { path: 'state', message: expect.stringMatching(/^(allowed|removed)$/) },
      { path: 'by', message: expect.stringMatching(/^(somsri|manee)$/) },
    ]);
    expect(await outcomeOf(allowHeldLine(deps(), randomUUID() as ChatMessageId, NOTE))).toBe(
      'chat_held_not_found',
    );
  });

  it('is held once when it is sent again, and a different line with its id is refused', async () => {
    const [author, other] = [await fan(), await fan()];
    const id = randomUUID() as ChatMessageId;
    const text = `${WATCHED} 1`;
    const answers = await Promise.all([1, 2, 3].map(() => say(author.socket, text, id)));
    expect(answers).toEqual(['chat_held', 'chat_held', 'chat_held']);
    expect(await say(other.socket, text, id)).toBe('chat_failed');
    expect((await join(author.socket)).held).toHaveLength(1);
  });

  it('counts for slow mode, and a member may have three waiting lines', async () => {
    const { socket } = await fan();
    await hold(socket);
    expect(await say(socket, WATCHED)).toBe('chat_slow_mode');
    expect(await say(socket, 'ข้อความธรรมดา')).toBe('chat_slow_mode');
    for (let line = 1; line < LIMITS.chatHeldPerMemberMax; line += 1) {
      now = new Date(now.getTime() + 5_000);
      await hold(socket);
    }
    now = new Date(now.getTime() + 5_000);
    expect(await say(socket, WATCHED)).toBe('chat_held_limit_reached');
    expect(await say(socket, 'ข้อความธรรมดา')).toBe('ok');
  });

  it('is in its author’s data export, and loses the author’s name when the account is deleted', async () => {
    const author = await fan();
    await hold(author.socket);
    const archive = await test.call('GET /auth/member/export', { token: author.token });
    expect(archive.body.data.chat_held_messages).toMatchObject([{ state: 'held' }]);
    await test.call(`DELETE /auth/member/${author.memberId}`, {
      token: author.token,
      body: { password: author.password, expected_coins: 0 },
    });
    const rows = await test.db
      .selectFrom('chat_held_line')
      .select('member_name')
      .where('member_id', '=', author.memberId)
      .execute();
    expect(rows).toEqual([{ member_name: '' }]);
  });
});

describe('shield mode', () => {
  const shield = (minutes: number, memberMinutes = 60) =>
    setShield(
      deps(),
      tonight,
      {
        until: new Date(now.getTime() + minutes * MINUTE_MS),
        slowS: 30,
        memberMinutes,
        reason: 'spam',
      },
      NOTE,
    );
  const joinedAt = (memberId: string, ageMinutes: number) =>
    test.db
      .updateTable('member')
      .set({ created_at: new Date(now.getTime() - ageMinutes * MINUTE_MS) })
      .where('member_id', '=', memberId)
      .execute();

  it('refuses new members, slows the chat down, is broadcast at once, and expires', async () => {
    const [old, fresh] = [await fan(), await fan()];
    await joinedAt(old.memberId, 61);
    await joinedAt(fresh.memberId, 5);
    const received = next(old.socket, 'chat:state');
    await join(old.socket);
    await shield(10);
    expect(SOCKET_EVENTS_OUT['chat:state'].parse(await received)).toMatchObject({
      slow_mode_s: 3,
      shield: { left_s: 600, slow_mode_s: 30, member_minutes: 60, reason: 'spam' },
    });
    expect(await say(fresh.socket, 'สวัสดี')).toBe('chat_shielded');
    expect(await say(old.socket, 'หนึ่ง')).toBe('ok');
    now = new Date(now.getTime() + 10_000);
    expect(await say(old.socket, 'สอง')).toBe('chat_slow_mode');
    expect((await join(fresh.socket)).chat.shield).toMatchObject({ left_s: 590 });
    now = new Date(now.getTime() + 10 * MINUTE_MS);
    expect((await join(fresh.socket)).chat.shield).toBeNull();
    expect(await say(fresh.socket, 'สวัสดี')).toBe('ok');
  });

  it('refuses moderators’ links, but exempts them from its age limit and slow mode', async () => {
    const moderator = await fan();
    await test.db
      .updateTable('member')
      .set({ role: 'moderator', created_at: now })
      .where('member_id', '=', moderator.memberId)
      .execute();
    await shield(10);
    expect(await say(moderator.socket, 'https://example.com')).toBe('chat_link');
    expect(await say(moderator.socket, 'หนึ่ง')).toBe('ok');
    expect(await say(moderator.socket, `สอง ${WATCHED}`)).toBe('ok');
    await setShield(deps(), tonight, null, NOTE);
    expect(await say(moderator.socket, 'https://example.com')).toBe('ok');
  });

  it('refuses a new member’s line instead of holding it, and keeps a longer slow mode', async () => {
    const [old, fresh] = [await fan(), await fan()];
    await joinedAt(old.memberId, 61);
    await joinedAt(fresh.memberId, 1);
    await shield(30);
    expect(await say(fresh.socket, WATCHED)).toBe('chat_shielded');
    await setSlowMode(deps(), tonight, 60, NOTE);
    expect(await say(old.socket, 'หนึ่ง')).toBe('ok');
    now = new Date(now.getTime() + 40_000);
    expect(await say(old.socket, 'สอง')).toBe('chat_slow_mode');
    await setSlowMode(deps(), tonight, 3, NOTE);
    await setShield(deps(), tonight, null, NOTE);
    expect(await say(old.socket, 'สอง')).toBe('ok');
  });
});
