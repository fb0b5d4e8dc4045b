import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { LiveJoinAck } from '@sangwian/contract/sockets/event-namespace';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets, followLive } from '../../../testing/fan-sockets.ts';
import { allowHeldLine } from './decide-held-line.ts';
import { removeLine, setWord } from './moderate-chat.ts';

const NOTE = { actor: 'somsri', actorMemberId: null, reason: 'ทดสอบ' };

let now = new Date();
let api: TestApi;
let tonight: ProgramLiveId;
const sockets = new FanSockets();
const deps = () => ({ db: api.db, bus: api.bus, clock: () => now });
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  tonight = (await loadSampleSeason(api.db, { now })).program_live_id as ProgramLiveId;
  await api.api.start();
});
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});
afterEach(() => sockets.close());
afterAll(() => api.close());

async function makeFan() {
  const fan = await api.makeFan({ coins: 1_000 });
  const token = await api.signIn(fan);
  const site = { url: api.url, appKey: TEST_APP_KEY };
  return { ...fan, token, socket: await sockets.connect(site, '/event', token) };
}

async function send(
  socket: Socket,
  text: string,
  more: { readonly reply_to?: string; readonly live?: string } = {},
): Promise<{ status: string; message: ChatMessage }> {
  const { live = tonight, ...reply } = more;
  const line = { program_live_id: live, text, chat_message_id: randomUUID(), ...reply };
  const answer = await socket.emitWithAck('chat:send', line);
  return { status: answer.ok ? 'ok' : answer.error.status, message: answer.message };
}
const read = async (socket: Socket) => {
  const answer = LiveJoinAck.parse(
    await socket.emitWithAck('live:join', { program_live_id: tonight }),
  );
  if (!answer.ok) throw new Error(answer.error.status);
  return answer.messages;
};

test('sends the line that a line answers with it, in the answer, the tick and the history', async () => {
  const [one, other] = [await makeFan(), await makeFan()];
  const { ticks } = await followLive(one.socket, tonight);
  const { message: first } = await send(one.socket, `${'ดี'.repeat(80)} 🥊`);
  const { message } = await send(other.socket, 'เห็นด้วย', { reply_to: first.chat_message_id });
  expect(message.reply).toMatchObject({
    chat_message_id: first.chat_message_id,
    member_id: one.memberId,
    member_name: first.member_name,
  });
  expect(message.reply?.text.length).toBeLessThanOrEqual(LIMITS.chatReplyUnitsMax);
  expect(message.reply?.text.isWellFormed()).toBe(true);
  await vi.waitFor(() => expect(ticks.flatMap(({ messages }) => messages).at(-1)).toEqual(message));
  expect((await read(other.socket)).at(-1)).toEqual(message);
});

test('refuses an answer to a line of another live, to an unknown line and to a removed line', async () => {
  const fan = await makeFan();
  const lives = (await api.call('GET /live?status=not_started')).body.data;
  const elsewhere = lives.find((live: { access: string }) => live.access === 'free');
  const there = await send(fan.socket, 'อีกรายการ', { live: elsewhere.program_live_id });
  now = new Date(now.getTime() + 10_000);
  const ids = [there.message.chat_message_id, randomUUID()];
  for (const reply_to of ids)
    expect((await send(fan.socket, 'ตอบ', { reply_to })).status).toBe('chat_reply_not_found');
  expect((await send(fan.socket, 'ตอบ', { reply_to: 'x' })).status).toBe('request_invalid');
  const { message } = await send(fan.socket, 'จะถูกลบ');
  await removeLine(deps(), message.chat_message_id, NOTE);
  now = new Date(now.getTime() + 10_000);
  const late = await send(fan.socket, 'ตอบ', { reply_to: message.chat_message_id });
  expect(late.status).toBe('chat_reply_not_found');
});

test('empties the quote once the answered line is removed, and its name once the account is deleted', async () => {
  const [one, other] = [await makeFan(), await makeFan()];
  const { message: first } = await send(one.socket, 'คำที่จะถูกลบ');
  await send(other.socket, 'ตอบ', { reply_to: first.chat_message_id });
  await removeLine(deps(), first.chat_message_id, NOTE);
  const answered = async () => (await read(other.socket)).at(-1)?.reply;
  expect(await answered()).toMatchObject({ text: '', member_name: first.member_name });
  const deletion = await api.call(`DELETE /auth/member/${one.memberId}`, {
    token: one.token,
    body: { expected_coins: 1_000 },
  });
  expect(deletion.status).toBe(200);
  expect(await answered()).toMatchObject({ text: '', member_name: '' });
});

test('keeps the answered line of a message that was held for review', async () => {
  await setWord(deps(), 'เครดิตดี', 'watched', NOTE);
  const fan = await makeFan();
  const { message: first } = await send(fan.socket, 'ใครชนะ');
  now = new Date(now.getTime() + 10_000);
  const id = randomUUID() as ChatMessageId;
  const held = await fan.socket.emitWithAck('chat:send', {
    program_live_id: tonight,
    text: 'เครดิตดี',
    chat_message_id: id,
    reply_to: first.chat_message_id,
  });
  expect(held.error.status).toBe('chat_held');
  await allowHeldLine(deps(), id, NOTE);
  expect((await read(fan.socket)).at(-1)).toMatchObject({
    chat_message_id: id,
    reply: { chat_message_id: first.chat_message_id },
  });
});

test('marks a line with the corner that its sender has cheered most in the bout', async () => {
  const fan = await makeFan();
  expect((await send(fan.socket, 'ยังไม่เชียร์')).message.member_corner).toBeNull();
  const live = (await api.call(`GET /live/${tonight}`)).body.data;
  const gift = (await api.call('GET /gift')).body.data[0];
  const cheer = await api.call('POST /gift/send', {
    token: fan.token,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      match_live_id: live.current_match_live_id,
      corner: 'blue',
      gift_id: gift.gift_id,
      quantity: 1,
      expected_coins: gift.coins,
    },
  });
  expect(cheer.status, JSON.stringify(cheer.body)).toBe(200);
  now = new Date(now.getTime() + 10_000);
  expect((await send(fan.socket, 'มุมน้ำเงิน')).message.member_corner).toBe('blue');
});
