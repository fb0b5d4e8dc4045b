import { randomUUID } from 'node:crypto';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bearer } from '../../../platform/http/handler.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createMembers } from '../../identity/members/members.module.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';
import { createLiveReader } from '../lives/lives.module.ts';
import { type Chat, createChat } from './chat.module.ts';

const UNKNOWN = '0199a000-0000-7000-8000-00000000dead' as ProgramLiveId;

let now = new Date('2026-11-21T12:00:00Z');
let test: TestApi;
let tonight: ProgramLiveId;
/** Two nodes that share a database. */
let chats: readonly [Chat, Chat];
let bearers: Bearer[];
let publishedSeqs: number[];

const nodeChat = (): Chat =>
  createChat({
    db: test.db,
    bus: test.bus,
    clock: () => now,
    live: createLiveReader(test.db),
    members: createMembers(test.db, createWallet(test.db)),
  });

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id as ProgramLiveId;
  chats = [nodeChat(), nodeChat()];
  bearers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const row = await test.db
        .insertInto('member')
        .values({ first_name: `แฟน${index}`, last_name: 'มวย' })
        .returning('member_id')
        .executeTakeFirstOrThrow();
      return { memberId: row.member_id as MemberId, sessionId: randomUUID(), external: false };
    }),
  );
  test.bus.subscribe('chat:sent', ({ messages }) =>
    publishedSeqs.push(...messages.map((line) => line.seq)),
  );
});
afterAll(() => test.close());
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
  publishedSeqs = [];
});

const send = (
  bearer: Bearer | null,
  text: string,
  more: { id?: string; live?: ProgramLiveId; node?: 0 | 1 } = {},
) =>
  chats[more.node ?? 0].send(
    {
      programLiveId: more.live ?? tonight,
      chatMessageId: (more.id ?? randomUUID()) as ChatMessageId,
      text,
    },
    bearer,
  );
const codeOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'sent',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );

describe('a chat line', () => {
  it('is numbered without gaps when fifty fans send at once through two nodes', async () => {
    const before = (await chats[0].read(tonight, undefined, null)).seq;
    const sent = await Promise.all(
      bearers.map((bearer, index) => send(bearer, `สู้ ๆ ${index}`, { node: (index % 2) as 0 | 1 })),
    );
    const due = Array.from({ length: 50 }, (_, index) => before + 1 + index);
    expect(sent.map((line) => line.seq).sort((a, b) => a - b)).toEqual(due);
    const { messages, seq } = await chats[0].read(tonight, before, null);
    expect(messages.map((line) => line.seq)).toEqual(due);
    expect(seq).toBe(before + 50);
    expect([...publishedSeqs].sort((a, b) => a - b)).toEqual(due);
  });

  it('shows the first name, and the text as plain NFC without direction marks', async () => {
    const line = await send(
      bearers[0]!,
      '  <img src=x onerror=alert(1)> \u202Eการบ้าน\u200F e\u0301 ',
    );
    expect(line).toMatchObject({
      member_name: 'แฟน0',
      text: '<img src=x onerror=alert(1)> การบ้าน é',
      sent_at: now.toISOString(),
    });
    const { messages } = await chats[0].read(tonight, undefined, null);
    expect(messages.at(-1)).toEqual(line);
  });

  it('is added once per id, and a retry gets the first response, even on another node', async () => {
    const id = randomUUID();
    const [one, other] = await Promise.all([
      send(bearers[0]!, 'ครั้งเดียว', { id }),
      send(bearers[0]!, 'ครั้งเดียว', { id, node: 1 }),
    ]);
    expect(other).toEqual(one);
    expect(await send(bearers[0]!, ' ครั้งเดียว ', { id })).toEqual(one);
    expect(publishedSeqs).toEqual([one.seq]);
    expect(await codeOf(send(bearers[0]!, 'อีกข้อความ', { id }))).toBe('chat_failed');
    expect(await codeOf(send(bearers[1]!, 'ครั้งเดียว', { id }))).toBe('chat_failed');
  });

  it.each([
    ['of 5 000 letters', 'ก'.repeat(5_000), 'chat_too_long'],
    ['of nothing', ' \u200B ', 'chat_failed'],
  ])('%s is refused without starting slow mode', async (_name, text, code) => {
    expect(await codeOf(send(bearers[2]!, text))).toBe(code);
    expect(await codeOf(send(bearers[2]!, 'ต่อ'))).toBe('sent');
  });
});

describe('slow mode', () => {
  it('lets a member send every three seconds', async () => {
    expect(await codeOf(send(bearers[3]!, 'หนึ่ง'))).toBe('sent');
    now = new Date(now.getTime() + LIMITS.chatSlowModeMs - 1);
    expect(await codeOf(send(bearers[3]!, 'สอง'))).toBe('chat_slow_mode');
    now = new Date(now.getTime() + 1);
    expect(await codeOf(send(bearers[3]!, 'สอง'))).toBe('sent');
  });

  it('applies across sockets and nodes, so that only one of ten concurrent lines is sent', async () => {
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        codeOf(send(bearers[4]!, `ที่ ${index}`, { node: (index % 2) as 0 | 1 })),
      ),
    );
    expect(codes.filter((code) => code === 'sent')).toHaveLength(1);
    expect(codes.filter((code) => code === 'chat_slow_mode')).toHaveLength(9);
    expect(publishedSeqs).toHaveLength(1);
  });

  it('refuses with the text of the specification', async () => {
    await send(bearers[5]!, 'หนึ่ง');
    await expect(send(bearers[5]!, 'สอง')).rejects.toThrow(
      'Please wait a moment before sending another message.',
    );
  });
});

describe('chat access', () => {
  it('lets visitors read but not send, and refuses an unknown live', async () => {
    expect((await chats[0].read(tonight, undefined, null)).canChat).toBe(false);
    expect((await chats[0].read(tonight, undefined, bearers[0]!)).canChat).toBe(true);
    expect(await codeOf(send(null, 'สวัสดี'))).toBe('chat_members_only');
    expect(await codeOf(send(bearers[0]!, 'สวัสดี', { live: UNKNOWN }))).toBe('live_not_found');
    expect(await codeOf(chats[0].read(UNKNOWN, undefined, null))).toBe('live_not_found');
  });

  it('limits a premium live to members who unlocked it, and makes an ended live read-only', async () => {
    const lives = await test.db.selectFrom('program_live').selectAll().execute();
    const premium = lives.find((live) => live.access === 'premium')!
      .program_live_id as ProgramLiveId;
    const ended = lives.find((live) => live.status === 'ended')!.program_live_id as ProgramLiveId;
    expect(await codeOf(chats[0].read(premium, undefined, bearers[6]!))).toBe('live_locked');
    expect(await codeOf(send(bearers[6]!, 'มาแล้ว', { live: premium }))).toBe('live_locked');
    await test.db
      .insertInto('live_unlock')
      .values({
        program_live_id: premium,
        member_id: bearers[6]!.memberId,
        via: 'coins',
        paid_coins: 99,
      })
      .execute();
    expect(await codeOf(send(bearers[6]!, 'มาแล้ว', { live: premium }))).toBe('sent');
    expect((await chats[0].read(premium, undefined, bearers[6]!)).messages).toHaveLength(1);
    expect(await codeOf(send(bearers[7]!, 'จบแล้ว', { live: ended }))).toBe('live_ended');
    expect((await chats[0].read(ended, undefined, bearers[7]!)).canChat).toBe(false);
  });
});

describe('a returning reader', () => {
  it('gets the missed lines, or a snapshot if the gap is too long or invalid', async () => {
    const before = (await chats[0].read(tonight, undefined, null)).seq;
    for (let round = 0; round < 5; round += 1) {
      now = new Date(now.getTime() + 4_000);
      await Promise.all(bearers.map((bearer) => send(bearer, `ยก ${round}`)));
    }
    const last = before + 250;
    const resumed = await chats[0].read(tonight, last - 200, null);
    expect(resumed).toMatchObject({ snapshot: false, seq: last });
    expect(resumed.messages).toHaveLength(200);
    expect(await chats[0].read(tonight, last, null)).toMatchObject({
      snapshot: false,
      messages: [],
      seq: last,
    });
    for (const since of [last - 201, 0, last + 1, 2 ** 31 - 1, Number.MAX_SAFE_INTEGER]) {
      const answer = await chats[0].read(tonight, since, null);
      expect(answer).toMatchObject({ snapshot: true, seq: last });
      expect(answer.messages).toHaveLength(LIMITS.chatHistoryMax);
    }
    const { body } = await test.call(`GET /live/${tonight}/chat`);
    expect(body.data.messages).toHaveLength(100);
    expect(body.data.messages.at(-1).seq).toBe(last);
  });
});
