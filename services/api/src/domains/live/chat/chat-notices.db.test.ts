import { randomUUID } from 'node:crypto';
import type { NoticeAbout } from '@sangwian/contract/endpoints/notices';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addNotices } from '../../../platform/notices/add-notices.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets } from '../../../testing/fan-sockets.ts';
import { announceLines } from './announce-lines.ts';
import { allowHeldLine } from './decide-held-line.ts';
import { removeLine, removeLinesByMember, setWord } from './moderate-chat.ts';

const NOTE = { actor: 'somsri', actorMemberId: null, reason: 'ทดสอบ' };

let now = new Date();
let api: TestApi;
let tonight: ProgramLiveId;
let names = 0;
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
  const fan = await api.makeFan();
  names += 1;
  const name = `Fan${'abcdefghijklmnopqrstuvwxyz'.charAt(names)}x`;
  await api.db
    .updateTable('member')
    .set({ first_name: name, shows_results: true })
    .where('member_id', '=', fan.memberId)
    .execute();
  const token = await api.signIn(fan);
  const socket = await sockets.connect({ url: api.url, appKey: TEST_APP_KEY }, '/event', token);
  const send = async (text: string, replyTo?: string): Promise<ChatMessageId> => {
    now = new Date(now.getTime() + 10_000);
    const reply = replyTo === undefined ? {} : { reply_to: replyTo };
    const chat_message_id = randomUUID() as ChatMessageId;
    const line = { program_live_id: tonight, text, chat_message_id, ...reply };
    const answer = await socket.emitWithAck('chat:send', line);
    expect(answer.ok, JSON.stringify(answer)).toBe(true);
    return chat_message_id;
  };
  const notices = async (): Promise<NoticeAbout[]> => {
    const { data } = (await api.call('GET /notice?limit=50', { token })).body;
    return data.map(({ about }: { about: NoticeAbout }) => about);
  };
  return { ...fan, name, token, socket, send, notices };
}
const announce = () => announceLines(deps(), tonight);

test('notifies the answered and the mentioned member once for each author, however many messages follow', async () => {
  const [author, answered, mentioned] = [await makeFan(), await makeFan(), await makeFan()];
  const first = await answered.send('ใครชนะยกนี้');
  await mentioned.send('สวัสดี');
  const published: unknown[] = [];
  const stop = api.bus.subscribe('notices:changed', (event) => published.push(event));
  const answer = await author.send('แดงแน่นอน', first);
  await author.send(`@${mentioned.name.toUpperCase()} มาดูเร็ว`);
  await author.send('ตอบอีกครั้ง', first);
  await announce();
  stop();
  expect(await answered.notices()).toEqual([
    {
      kind: 'chat',
      reason: 'reply',
      chat_message_id: answer,
      program_live_id: tonight,
      title: { th: expect.any(String), en: expect.any(String) },
      member_name: author.name,
      text: 'แดงแน่นอน',
    },
  ]);
  expect(await mentioned.notices()).toMatchObject([
    { reason: 'mention', member_name: author.name },
  ]);
  expect(await author.notices()).toEqual([]);
  expect(published).toEqual([{ memberIds: [answered.memberId, mentioned.memberId] }]);
});

test('hides the message, but not its author, while the member hides results', async () => {
  const [author, answered] = [await makeFan(), await makeFan()];
  const first = await answered.send('ใครชนะ');
  await author.send('น้ำเงินชนะน็อก', first);
  await announce();
  await api.db
    .updateTable('member')
    .set({ shows_results: false })
    .where('member_id', '=', answered.memberId)
    .execute();
  expect(await answered.notices()).toMatchObject([{ member_name: author.name, text: null }]);
});

test('notifies neither a member who is watching the live, nor one who has blocked the author, nor the author', async () => {
  const [author, watching, blocking] = [await makeFan(), await makeFan(), await makeFan()];
  const lines = [await watching.send('ดูอยู่'), await blocking.send('บล็อกแล้ว')];
  const joined = await api.call('POST /memberWatchStream/joinWatchStream', {
    token: watching.token,
    body: { member_id: watching.memberId, watch_token: randomUUID(), program_live_id: tonight },
  });
  expect(joined.status, JSON.stringify(joined.body)).toBe(200);
  await api.call(`PUT /chat/blocks/${author.memberId}`, { token: blocking.token });
  for (const line of lines) await author.send('ตอบ', line);
  await author.send('ตอบตัวเอง', await author.send(`@${author.name}`));
  await announce();
  for (const fan of [author, watching, blocking]) expect(await fan.notices()).toEqual([]);

  await sql`update watch_session set gone_at = ${now} where member_id = ${watching.memberId}`.execute(
    api.db,
  );
  await author.send(`@${watching.name} กลับมา`);
  await announce();
  expect(await watching.notices()).toMatchObject([{ reason: 'mention' }]);
});

test('limits the notices that one member gets from a chat', async () => {
  const [author, crowded] = [await makeFan(), await makeFan()];
  const line = await crowded.send('ใครอยู่บ้าง');
  await addNotices(
    api.db,
    now,
    Array.from({ length: 20 }, () => ({
      memberId: crowded.memberId as MemberId,
      key: `chat:${tonight}:${randomUUID()}`,
      about: {
        kind: 'chat' as const,
        reason: 'mention' as const,
        chat_message_id: randomUUID() as ChatMessageId,
        program_live_id: tonight,
        title: null,
        member_name: null,
        text: null,
      },
    })),
  );
  await author.send('อยู่', line);
  await announce();
  expect(await crowded.notices()).toHaveLength(20);
});

test('deletes the notice with its message, and publishes that', async () => {
  const [author, other, answered] = [await makeFan(), await makeFan(), await makeFan()];
  const first = await answered.send('ใครชนะ');
  const rude = await author.send('คำหยาบ', first);
  await other.send('คำหยาบด้วย', first);
  await announce();
  expect(await answered.notices()).toHaveLength(2);
  const published: unknown[] = [];
  const stop = api.bus.subscribe('notices:changed', (event) => published.push(event));
  await removeLine(deps(), rude, NOTE);
  expect(await answered.notices()).toMatchObject([{ member_name: other.name }]);
  await removeLinesByMember(deps(), other.memberId as MemberId, tonight, NOTE);
  stop();
  expect(await answered.notices()).toEqual([]);
  expect(published).toEqual(Array(2).fill({ memberIds: [answered.memberId] }));
  // A message that was removed before the job ran.
  await removeLine(deps(), await author.send('อีกแล้ว', first), NOTE);
  await announce();
  expect(await answered.notices()).toEqual([]);
});

test('adds the job with the messages, and writes no notice twice after a crash', async () => {
  const [author, answered] = [await makeFan(), await makeFan()];
  const first = await answered.send('ใครชนะ');
  const jobs = async () => {
    const { rows } = await sql<{ key: string }>`
      select key from graphile_worker.jobs where task_identifier = 'chat_notices'`.execute(api.db);
    return rows.length;
  };
  const before = await jobs();
  await author.send('ไม่เกี่ยวกับใคร');
  expect(await jobs()).toBe(before);
  await author.send('แดง', first);
  expect(await jobs()).toBe(before + 1);
  await announce();
  // The process died before it recorded how far it had come.
  await api.db
    .updateTable('chat_room')
    .set({ noticed_seq: 0 })
    .where('program_live_id', '=', tonight)
    .execute();
  await Promise.all([announce(), announce()]);
  expect(await answered.notices()).toHaveLength(1);
});

test('notifies about a message that was held for review once it is allowed', async () => {
  await setWord(deps(), 'เครดิตดี', 'watched', NOTE);
  const [author, answered] = [await makeFan(), await makeFan()];
  const reply_to = await answered.send('ใครชนะ');
  const chat_message_id = randomUUID() as ChatMessageId;
  now = new Date(now.getTime() + 10_000);
  const line = { program_live_id: tonight, text: 'เครดิตดี', chat_message_id, reply_to };
  expect((await author.socket.emitWithAck('chat:send', line)).error.status).toBe('chat_held');
  await announce();
  expect(await answered.notices()).toEqual([]);
  await allowHeldLine(deps(), chat_message_id, NOTE);
  await announce();
  expect(await answered.notices()).toMatchObject([{ chat_message_id, reason: 'reply' }]);
});
