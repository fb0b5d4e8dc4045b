import { randomUUID } from 'node:crypto';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import {
  startTestApi,
  TEST_APP_KEY,
  type TestApi,
  type TestStaff,
} from '@sangwian/testkit/start-test-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets, next } from '../../../testing/fan-sockets.ts';

const WATCHED = 'เครดิตฟรี';
const MINUTE_MS = 60_000;

let now = new Date();
let test: TestApi;
let tonight: ProgramLiveId;
let moderator: TestStaff;
let caller: TestStaff;
const sockets = new FanSockets();

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id as ProgramLiveId;
  await test.api.start();
  moderator = await test.makeStaff('moderator', 'Malee');
  caller = await test.makeStaff('show_caller', 'Wichai');
  const word = { word: WATCHED, kind: 'watched', reason: 'ทดสอบ' };
  expect((await ask('POST', '/operator/chat/words', word)).status).toBe('ok');
});
beforeEach(() => {
  now = new Date(now.getTime() + MINUTE_MS);
});
afterEach(() => sockets.close());
afterAll(() => test.close());

async function ask(method: 'GET' | 'POST', path: string, body?: object, who = moderator) {
  const answer = await test.call(`${method} ${path}`, {
    headers: who.headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status === 200 ? 'ok' : answer.body.status, ...answer.body };
}
const chat = async () => (await ask('GET', '/operator/chat')).data;

async function fan() {
  const made = await test.makeFan();
  const token = await test.signIn(made);
  const site = { url: test.url, appKey: TEST_APP_KEY };
  return { ...made, token, socket: await sockets.connect(site, '/event', token) };
}
type Fan = Awaited<ReturnType<typeof fan>>;
async function say({ socket }: Fan, text = 'สวัสดี') {
  const id = randomUUID();
  const line = { program_live_id: tonight, text, chat_message_id: id };
  const answer = await socket.emitWithAck('chat:send', line);
  return { id, status: answer.ok ? 'ok' : answer.error.status };
}
const report = async (reporter: Fan, body: object) =>
  (await test.call('POST /chat/reports', { token: reporter.token, body })).status;

describe('the held queue', () => {
  it('lists a held message with its word, and the first of two decisions wins', async () => {
    const author = await fan();
    const { id, status } = await say(author, `แจก${WATCHED}`);
    expect(status).toBe('chat_held');
    expect((await chat()).held).toMatchObject([
      { chat_message_id: id, word: WATCHED, text: `แจก${WATCHED}`, member_name: 'สมชาย' },
    ]);
    const [one, two] = await Promise.all([
      ask('POST', `/operator/chat/held/${id}/allow`, {}),
      ask('POST', `/operator/chat/held/${id}/remove`, { reason: 'spam' }, caller),
    ]);
    expect([one.status, two.status].sort()).toEqual(['chat_held_decided', 'ok']);
    const loser = one.status === 'ok' ? two : one;
    expect(loser.details).toContainEqual({
      path: 'by',
      message: one.status === 'ok' ? 'Malee' : 'Wichai',
    });
    expect((await chat()).held).toEqual([]);
  });

  it('removes a message and times its author out', async () => {
    const author = await fan();
    const { id } = await say(author, WATCHED);
    const received = next(author.socket, 'chat:timeout');
    const body = { reason: 'gambling', timeout_minutes: 10 };
    expect((await ask('POST', `/operator/chat/held/${id}/remove`, body)).status).toBe('ok');
    expect(await received).toMatchObject({ program_live_id: tonight, timeout: { left_s: 600 } });
    expect((await chat()).timeouts).toContainEqual(
      expect.objectContaining({ member_id: author.memberId, member_name: 'สมชาย' }),
    );
    const end = { member_id: author.memberId, program_live_id: null, reason: 'x' };
    expect((await ask('POST', '/operator/chat/timeouts/end', end)).status).toBe('ok');
    expect((await say(author)).status).toBe('chat_slow_mode');
  });
});

describe('reports', () => {
  it('of a message form one case with their reasons and notes, which is taken once and decided once', async () => {
    const [author, one, two] = [await fan(), await fan(), await fan()];
    const { id } = await say(author, 'ด่ากันเลย');
    await report(one, { chat_message_id: id, reason: 'abuse', note: 'ด่าพ่อ' });
    await report(two, { chat_message_id: id, reason: 'spam' });
    const waiting = (await ask('GET', '/operator/chat/cases')).data;
    const found = waiting.find((row: { chat_message_id: string }) => row.chat_message_id === id);
    expect(found).toMatchObject({
      state: 'open',
      text: 'ด่ากันเลย',
      reports: 2,
      reasons: { abuse: 1, spam: 1 },
      notes: ['ด่าพ่อ'],
      taken: null,
    });
    const path = `/operator/chat/cases/${found.chat_case_id}`;
    expect((await ask('POST', `${path}/take`, {})).data.taken.by).toBe('Malee');
    expect((await ask('POST', `${path}/take`, {}, caller)).data.taken.by).toBe('Malee');
    const removed = next(author.socket, 'chat:removed');
    await author.socket.emitWithAck('live:join', { program_live_id: tonight });
    const [first, second] = await Promise.all([
      ask('POST', `${path}/decide`, { decision: 'removed', reason: 'ด่าทอ' }),
      ask('POST', `${path}/decide`, { decision: 'removed', reason: 'ด่าทอ' }, caller),
    ]);
    expect([first.status, second.status].sort()).toEqual(['chat_case_decided', 'ok']);
    expect(await removed).toMatchObject({ chat_message_ids: [id] });
    const decided = (await ask('GET', '/operator/chat/cases?state=decided')).data[0];
    expect(decided).toMatchObject({ state: 'decided', decision: { decision: 'removed' } });
    const list = await ask('GET', `/operator/chat/removed?program_live_id=${tonight}`);
    expect(list.data[0]).toMatchObject({
      chat_message_id: id,
      text: 'ด่ากันเลย',
      removed: { reason: 'ด่าทอ', by: expect.stringMatching(/^(Malee|Wichai)$/) },
    });
  });

  it('of a member end in a time-out or a dismissal, and remove no message', async () => {
    const [author, reporter] = [await fan(), await fan()];
    await report(reporter, { member_id: author.memberId, reason: 'abuse' });
    const { data } = await ask('GET', '/operator/chat/cases?limit=100');
    const found = data.find((row: { member_id: string }) => row.member_id === author.memberId);
    const path = `/operator/chat/cases/${found.chat_case_id}/decide`;
    const decide = (decision: string) => ask('POST', path, { decision, reason: 'x' });
    expect((await decide('removed')).status).toBe('request_invalid');
    expect((await decide('timed_out')).data.decision.decision).toBe('timed_out');
    expect((await say(author)).status).toBe('chat_timed_out');
    expect((await decide('dismissed')).status).toBe('chat_case_decided');
    expect(
      (
        await ask('POST', `/operator/chat/cases/${randomUUID()}/decide`, {
          decision: 'dismissed',
          reason: 'x',
        })
      ).status,
    ).toBe('chat_case_not_found');
  });

  it('are listed page by page without duplicates', async () => {
    const reporter = await fan();
    for (let index = 0; index < 3; index += 1) {
      await report(reporter, { member_id: (await fan()).memberId, reason: 'spam' });
    }
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await ask('GET', `/operator/chat/cases?limit=1${at}`);
      ids.push(...page.data.map((row: { chat_case_id: string }) => row.chat_case_id));
      cursor = page.next_cursor;
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect((await ask('GET', '/operator/chat/cases?cursor=x')).status).toBe('request_invalid');
  });
});

describe('an appeal', () => {
  const appeal = async (author: Fan, text = 'ไม่ได้ด่าใคร') => {
    const body = { program_live_id: tonight, text };
    const answer = await test.call('POST /chat/appeals', { token: author.token, body });
    return answer.status === 200 ? 'ok' : answer.body.status;
  };
  const stateOf = async ({ token }: Fan) =>
    (await test.call(`GET /chat/appeals?program_live_id=${tonight}`, { token })).body.data;
  const timeOut = (author: Fan, minutes = 60, live: string | null = tonight) =>
    ask('POST', '/operator/chat/timeouts', {
      member_id: author.memberId,
      program_live_id: live,
      minutes,
      because: 'abuse',
      reason: 'ด่าทอ',
    });
  const appealOf = async ({ memberId }: Fan) =>
    (await ask('GET', '/operator/chat/appeals?limit=100')).data.find(
      (row: { member_id: string }) => row.member_id === memberId,
    );
  const decide = (id: string, granted: boolean, who = moderator) =>
    ask('POST', `/operator/chat/appeals/${id}/decide`, { granted, reason: 'ดูแล้ว' }, who);

  it('against a time-out is possible once, and shows its reason to the moderator', async () => {
    const author = await fan();
    expect(await appeal(author)).toBe('chat_appeal_unneeded');
    await timeOut(author);
    expect(await appeal(author, '')).toBe('request_invalid');
    expect(await appeal(author, 'x'.repeat(501))).toBe('request_invalid');
    const answers = await Promise.all([appeal(author), appeal(author), appeal(author)]);
    expect(answers.sort()).toEqual(['chat_appeal_exists', 'chat_appeal_exists', 'ok']);
    expect(await stateOf(author)).toEqual({ state: 'open', reason: null, because: 'abuse' });
    expect(await appealOf(author)).toMatchObject({
      text: 'ไม่ได้ด่าใคร',
      member_name: 'สมชาย',
      until: expect.any(String),
      message: null,
      sanction: { by: 'Malee', reason: 'ด่าทอ' },
    });
    await timeOut(author, 90);
    expect(await stateOf(author)).toEqual({ state: 'none', reason: null, because: 'abuse' });
    expect(await appeal(author)).toBe('ok');
  });

  it('that is granted ends the time-out, and the first of two decisions wins', async () => {
    const author = await fan();
    await timeOut(author, 60, null);
    await appeal(author);
    const { chat_appeal_id: id } = await appealOf(author);
    const received = next(author.socket, 'chat:timeout');
    expect((await decide(id, true)).status).toBe('ok');
    expect(await received).toMatchObject({ timeout: null });
    expect((await say(author)).status).toBe('ok');
    const second = await decide(id, false, caller);
    expect(second.status).toBe('chat_appeal_decided');
    expect(second.details).toContainEqual({ path: 'by', message: 'Malee' });
    expect(await appealOf(author)).toBeUndefined();
    expect((await decide(randomUUID(), true)).status).toBe('chat_appeal_not_found');
  });

  it('that is granted ends neither a later time-out nor one of another scope', async () => {
    const author = await fan();
    await timeOut(author);
    await appeal(author);
    const { chat_appeal_id: replaced } = await appealOf(author);
    await timeOut(author, 1_440);
    expect((await decide(replaced, true)).status).toBe('ok');
    expect((await say(author)).status).not.toBe('ok');

    const other = await fan();
    await timeOut(other, 30);
    await timeOut(other, 90, null);
    await appeal(other);
    const { chat_appeal_id: everywhere } = await appealOf(other);
    const published: unknown[] = [];
    other.socket.on('chat:timeout', (payload) => published.push(payload));
    expect((await decide(everywhere, true)).status).toBe('ok');
    const events = expect.poll(() => published);
    await events.toMatchObject([
      { program_live_id: null, timeout: null },
      { program_live_id: tonight, timeout: { left_s: 1_800 } },
    ]);
    expect((await say(other)).status).not.toBe('ok');
  });

  it('against a removal shows its reason, is possible once, and shows the message again', async () => {
    const [author, other] = [await fan(), await fan()];
    const { id } = await say(author, 'แค่แซวกันเอง');
    const removalFor = async ({ token }: Fan) => {
      const answer = await test.call(`GET /chat/removals/${id}`, { token });
      return answer.status === 200 ? answer.body.data : answer.body.status;
    };
    const appealBy = async ({ token }: Fan) => {
      const body = { text: 'ไม่ได้ด่าใคร' };
      const answer = await test.call(`POST /chat/removals/${id}/appeal`, { token, body });
      return answer.status === 200 ? 'ok' : answer.body.status;
    };
    expect(await appealBy(author)).toBe('chat_line_not_found');
    const removal = { because: 'abuse', reason: 'ด่าทอ' };
    await ask('POST', `/operator/chat/messages/${id}/remove`, removal);
    expect(await removalFor(author)).toEqual({ because: 'abuse', state: 'none', reason: null });
    expect(await removalFor(other)).toBe('chat_line_not_found');
    expect(await appealBy(other)).toBe('chat_line_not_found');
    const answers = await Promise.all([appealBy(author), appealBy(author)]);
    expect(answers.sort()).toEqual(['chat_appeal_exists', 'ok']);
    expect((await removalFor(author)).state).toBe('open');
    const found = await appealOf(author);
    expect(found).toMatchObject({
      until: null,
      message: { chat_message_id: id, text: 'แค่แซวกันเอง' },
      sanction: { by: 'Malee', reason: 'ด่าทอ' },
    });
    expect((await decide(found.chat_appeal_id, true)).status).toBe('ok');
    const line = (await chat()).lines.find((one: { text: string }) => one.text === 'แค่แซวกันเอง');
    expect(line.removed).toBeNull();
  });

  it('that is refused shows the reason to its author, and is erased with the account', async () => {
    const author = await fan();
    await timeOut(author);
    await appeal(author);
    await decide((await appealOf(author)).chat_appeal_id, false);
    expect(await stateOf(author)).toEqual({ state: 'refused', reason: 'ดูแล้ว', because: 'abuse' });
    expect((await say(author)).status).toBe('chat_timed_out');
    const { token, memberId, password } = author;
    const archive = (await test.call('GET /auth/member/export', { token })).body.data;
    expect(archive.chat_appeals).toMatchObject([{ text: 'ไม่ได้ด่าใคร', state: 'refused' }]);
    const body = { password, expected_coins: 0 };
    await test.call(`DELETE /auth/member/${memberId}`, { token, body });
    const { text } = await test.db
      .selectFrom('chat_appeal')
      .select('text')
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(text).toBe('');
  });
});

describe('shield mode', () => {
  it('is switched on and off for a live, with limits on its length', async () => {
    const shield = { slow_mode_s: 30, member_minutes: 0, reason: 'spam' };
    const on = (fields: object) =>
      ask('POST', '/operator/chat/shield', { program_live_id: tonight, ...shield, ...fields });
    expect((await on({ minutes: 361 })).status).toBe('request_invalid');
    expect((await on({ minutes: 10, program_live_id: randomUUID() })).status).toBe(
      'live_not_found',
    );
    expect((await on({ minutes: 10 })).status).toBe('ok');
    expect((await chat()).shield).toMatchObject({ left_s: 600, reason: 'spam' });
    await ask('POST', '/operator/chat/shield/end', { program_live_id: tonight });
    expect((await chat()).shield).toBeNull();
  });
});

describe('the word list', () => {
  it('has words per language, and refuses a word that cannot be matched', async () => {
    const added = await ask('POST', '/operator/chat/words', {
      word: 'Jackpot*',
      kind: 'watched',
      reason: 'ads',
    });
    expect(added.data).toContainEqual({ word: 'jackpot*', kind: 'watched', language: 'en' });
    expect(added.data).toContainEqual({ word: WATCHED, kind: 'watched', language: 'th' });
    const bad = { word: 'a b', kind: 'watched', reason: 'x' };
    expect((await ask('POST', '/operator/chat/words', bad)).status).toBe('request_invalid');
    const gone = await ask('POST', '/operator/chat/words', {
      word: 'jackpot*',
      kind: null,
      reason: 'x',
    });
    expect(gone.data.map(({ word }: { word: string }) => word)).not.toContain('jackpot*');
  });
});

it('shows the actor and the reason of a removed message in the feed', async () => {
  const author = await fan();
  const { id } = await say(author, 'ลบฉัน');
  const path = `/operator/chat/messages/${id}/remove`;
  expect((await ask('POST', path, { reason: '' })).status).toBe('request_invalid');
  expect((await ask('POST', path, { reason: 'โฆษณา' })).status).toBe('ok');
  expect((await chat()).lines.at(-1)).toMatchObject({
    chat_message_id: id,
    text: 'ลบฉัน',
    removed: { by: 'Malee', reason: 'โฆษณา' },
  });
  const missing = `/operator/chat/messages/${randomUUID()}/remove`;
  expect((await ask('POST', missing, { reason: 'x' })).status).toBe('chat_line_not_found');
});

it('filters cases and removed messages, and exports both as CSV', async () => {
  const [author, reporter] = [await fan(), await fan()];
  const { id } = await say(author, '=1+1 ขายของ');
  await report(reporter, { chat_message_id: id, reason: 'sexual' });
  const query = `member_id=${author.memberId}`;
  const count = async (filter: string) =>
    (await ask('GET', `/operator/chat/cases?${query}&${filter}`)).data.length;
  expect(await count('because=sexual&about=message')).toBe(1);
  expect(await count('because=spam')).toBe(0);
  expect(await count('about=member')).toBe(0);
  expect(await count('state=decided')).toBe(0);
  const cases = (await ask('GET', `/operator/chat/cases/csv?${query}`)).data;
  expect(cases.file_name).toMatch(/^sangwian-chat-reports-.*\.csv$/);
  // A spreadsheet must not evaluate the text as a formula.
  expect(cases.csv).toContain("'=1+1 ขายของ");
  await ask('POST', `/operator/chat/messages/${id}/remove`, { because: 'spam', reason: 'โฆษณา' });
  const removed = `program_live_id=${tonight}&${query}`;
  expect((await ask('GET', `/operator/chat/removed?${removed}`)).data).toHaveLength(1);
  const lines = (await ask('GET', `/operator/chat/removed/csv?${removed}`)).data.csv;
  // Without a byte order mark spreadsheets garble Thai.
  expect(lines).toMatch(/^\ufeffSent,.*\r\n.*Malee,โฆษณา\r\n$/);
});

it('records each change by a moderator in the audit log, with the reason and the states before and after', async () => {
  const author = await fan();
  const { id } = await say(author, 'ลบฉันด้วย');
  await ask('POST', `/operator/chat/messages/${id}/remove`, { because: 'spam', reason: 'โฆษณา' });
  const [entry] = (await ask('GET', `/operator/audit?subject_id=${id}`)).data;
  expect(entry).toMatchObject({
    subject_type: 'chat_message',
    reason: 'โฆษณา',
    before: { member_id: author.memberId, removed: null },
    after: { removed: true, because: 'spam' },
  });
});
