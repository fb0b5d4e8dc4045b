import { randomUUID } from 'node:crypto';
import { LIMITS } from '@sangwian/contract/limits';
import { LiveJoinAck, SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets, next } from '../../../testing/fan-sockets.ts';
import { REPORTS_PER_DAY_MAX } from './report-chat.ts';

let now = new Date();
let test: TestApi;
let tonight: string;
const sockets = new FanSockets();

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
  await test.api.start();
});
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});
afterEach(() => sockets.close());
afterAll(() => test.close());

async function fan() {
  const made = await test.makeFan();
  return { ...made, token: await test.signIn(made) };
}
type Fan = Awaited<ReturnType<typeof fan>>;
const connect = ({ token }: Fan) =>
  sockets.connect({ url: test.url, appKey: TEST_APP_KEY }, '/event', token);

async function lineOf(author: Fan, text = 'เชียร์แดง'): Promise<string> {
  const id = randomUUID();
  const socket = await connect(author);
  const line = { program_live_id: tonight, text, chat_message_id: id };
  expect(await socket.emitWithAck('chat:send', line)).toMatchObject({ ok: true });
  return id;
}
const report = async (reporter: Fan, body: object) => {
  const answer = await test.call('POST /chat/reports', { token: reporter.token, body });
  return answer.status === 200 ? answer.body.data.added : answer.body.status;
};
const block = async (fan: Fan, memberId: string, method = 'PUT') =>
  (await test.call(`${method} /chat/blocks/${memberId}`, { token: fan.token })).body.status ?? 'ok';
const casesOn = ({ memberId }: Fan) =>
  test.db
    .selectFrom('chat_case')
    .select(['chat_case_id', 'chat_message_id', 'state', 'reports'])
    .where('member_id', '=', memberId)
    .orderBy('chat_case_id')
    .execute();
const join = async (socket: Socket) => {
  const answer = await socket.emitWithAck('live:join', { program_live_id: tonight });
  const parsed = LiveJoinAck.parse(answer);
  if (!parsed.ok) throw new Error(parsed.error.status);
  return parsed;
};

describe('a report', () => {
  it('by several fans of one line is one case that counts each fan once', async () => {
    const [author, ...reporters] = [await fan(), await fan(), await fan(), await fan()];
    const line = await lineOf(author);
    const body = { chat_message_id: line, reason: 'gambling', note: 'ชวนเล่นพนัน' };
    const added = await Promise.all(reporters.map((reporter) => report(reporter, body)));
    expect(added).toEqual([true, true, true]);
    const again = await Promise.all(reporters.map((reporter) => report(reporter, body)));
    expect(again).toEqual([false, false, false]);
    expect(await casesOn(author)).toMatchObject([
      { chat_message_id: line, state: 'open', reports: 3 },
    ]);
  });

  it('sent twice at once by one fan counts once', async () => {
    const [author, reporter] = [await fan(), await fan()];
    const body = { chat_message_id: await lineOf(author), reason: 'spam' };
    const added = await Promise.all([1, 2, 3, 4].map(() => report(reporter, body)));
    expect(added.filter((one) => one === true)).toHaveLength(1);
    expect(await casesOn(author)).toMatchObject([{ reports: 1 }]);
  });

  it('of a member opens a new case only after the last one was decided', async () => {
    const [author, one, two] = [await fan(), await fan(), await fan()];
    const body = { member_id: author.memberId, reason: 'abuse' };
    expect(await report(one, body)).toBe(true);
    expect(await report(two, body)).toBe(true);
    const [first] = await casesOn(author);
    expect(first).toMatchObject({ chat_message_id: null, reports: 2 });
    await test.db
      .updateTable('chat_case')
      .set({
        state: 'decided',
        decision: 'dismissed',
        decision_reason: 'x',
        decided_by: 'y',
        decided_at: now,
      })
      .where('chat_case_id', '=', first?.chat_case_id ?? '')
      .execute();
    expect(await report(one, body)).toBe(true);
    expect(await casesOn(author)).toMatchObject([{ state: 'decided' }, { reports: 1 }]);
  });

  it('of a decided line does not reopen its case', async () => {
    const [author, one, two] = [await fan(), await fan(), await fan()];
    const body = { chat_message_id: await lineOf(author), reason: 'abuse' };
    await report(one, body);
    await test.db
      .updateTable('chat_case')
      .set({
        state: 'decided',
        decision: 'dismissed',
        decision_reason: 'x',
        decided_by: 'y',
        decided_at: now,
      })
      .where('member_id', '=', author.memberId)
      .execute();
    expect(await report(two, body)).toBe(true);
    expect(await casesOn(author)).toMatchObject([{ state: 'decided', reports: 2 }]);
  });

  it('is refused for own lines, unknown targets and bad input', async () => {
    const author = await fan();
    const line = await lineOf(author);
    const refused = async (body: object) => report(author, body);
    expect(await refused({ chat_message_id: line, reason: 'spam' })).toBe('chat_report_own');
    expect(await refused({ member_id: author.memberId, reason: 'spam' })).toBe('chat_report_own');
    expect(await refused({ chat_message_id: randomUUID(), reason: 'spam' })).toBe(
      'chat_line_not_found',
    );
    expect(await refused({ member_id: randomUUID(), reason: 'spam' })).toBe('member_not_found');
    for (const body of [
      { reason: 'spam' },
      { chat_message_id: line, member_id: author.memberId, reason: 'spam' },
      { chat_message_id: line, reason: 'dislike' },
      { chat_message_id: line, reason: 'other', note: 'x'.repeat(301) },
      { chat_message_id: 'x', reason: 'spam' },
    ]) {
      expect(await refused(body)).toBe('request_invalid');
    }
    expect(
      (await test.call('POST /chat/reports', { body: { chat_message_id: line, reason: 'spam' } }))
        .status,
    ).toBe(401);
  });

  it('is limited per member and day, even for concurrent requests', async () => {
    const [reporter, last] = [await fan(), await fan()];
    const targets = await Promise.all(Array.from({ length: REPORTS_PER_DAY_MAX - 1 }, fan));
    for (const { memberId } of targets)
      await report(reporter, { member_id: memberId, reason: 'spam' });
    const [one, two] = [await fan(), last];
    const answers = await Promise.all(
      [one, two].map(({ memberId }) => report(reporter, { member_id: memberId, reason: 'spam' })),
    );
    expect(answers.sort()).toEqual(['chat_report_limit_reached', true].sort());
    now = new Date(now.getTime() + 24 * 60 * 60_000);
    expect(await report(reporter, { member_id: (await fan()).memberId, reason: 'spam' })).toBe(
      true,
    );
  });
});

describe('a blocked member', () => {
  it('is listed by name, sent with every join and to all sockets at once, until unblocked', async () => {
    const [reader, loud] = [await fan(), await fan()];
    const socket = await connect(reader);
    const received = next(socket, 'chat:block');
    expect(await block(reader, loud.memberId)).toBe('ok');
    expect(SOCKET_EVENTS_OUT['chat:block'].parse(await received)).toEqual({
      member_id: loud.memberId,
      blocked: true,
    });
    expect(await block(reader, loud.memberId)).toBe('ok');
    expect((await join(socket)).blocked).toEqual([loud.memberId]);
    expect((await join(await connect(loud))).blocked).toEqual([]);
    const list = await test.call('GET /chat/blocks', { token: reader.token });
    expect(list.body.data).toMatchObject([{ member_id: loud.memberId, member_name: 'สมชาย' }]);
    const back = next(socket, 'chat:block');
    expect(await block(reader, loud.memberId, 'DELETE')).toBe('ok');
    expect(await back).toEqual({ member_id: loud.memberId, blocked: false });
    expect(await block(reader, loud.memberId, 'DELETE')).toBe('ok');
    expect((await join(socket)).blocked).toEqual([]);
  });

  it('cannot be the member themselves, an unknown member, or one more than the limit', async () => {
    const reader = await fan();
    expect(await block(reader, reader.memberId)).toBe('chat_block_own');
    expect(await block(reader, randomUUID())).toBe('member_not_found');
    expect(await block(reader, 'x')).toBe('request_invalid');
    const [one, two] = [await fan(), await fan()];
    await test.db
      .insertInto('member')
      .values(
        Array.from({ length: LIMITS.chatBlocksMax - 1 }, () => ({
          first_name: 'ก',
          last_name: 'ข',
        })) as never,
      )
      .execute();
    await test.db
      .insertInto('chat_block')
      .columns(['member_id', 'blocked_member_id', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('member')
          .select((row) => [
            row.val(reader.memberId).as('member_id'),
            'member_id as blocked_member_id',
            row.val(now).as('created_at'),
          ])
          .where('first_name', '=', 'ก'),
      )
      .execute();
    const answers = await Promise.all([one, two].map(({ memberId }) => block(reader, memberId)));
    expect(answers.sort()).toEqual(['chat_block_limit_reached', 'ok']);
  });
});

it('exports a member’s reports and blocks, and deletes both with the account', async () => {
  const [reporter, author] = [await fan(), await fan()];
  const line = await lineOf(author);
  await report(reporter, { chat_message_id: line, reason: 'other', note: 'ด่าพ่อแม่' });
  await block(reporter, author.memberId);
  await block(author, reporter.memberId);
  const archive = (await test.call('GET /auth/member/export', { token: reporter.token })).body.data;
  expect(archive.chat_reports).toMatchObject([
    { chat_message_id: line, reason: 'other', note: 'ด่าพ่อแม่', state: 'open', decision: null },
  ]);
  expect(archive.blocked_members).toMatchObject([{ member_id: author.memberId }]);
  const deleted = await test.call(`DELETE /auth/member/${reporter.memberId}`, {
    token: reporter.token,
    body: { password: reporter.password, expected_coins: 0 },
  });
  expect(deleted.status).toBe(200);
  const left = await test.db.selectFrom('chat_block').selectAll().execute();
  expect(left.filter(({ member_id: id }) => id === author.memberId)).toEqual([]);
  expect(left.filter(({ member_id: id }) => id === reporter.memberId)).toEqual([]);
  expect(await casesOn(author)).toMatchObject([{ state: 'open', reports: 1 }]);
  const notes = await test.db.selectFrom('chat_report').select(['member_id', 'note']).execute();
  expect(notes.filter(({ note }) => note === 'ด่าพ่อแม่')).toEqual([]);
  expect(await block(author, reporter.memberId)).toBe('ok');
});
