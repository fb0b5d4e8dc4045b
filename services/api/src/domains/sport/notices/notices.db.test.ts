import { randomUUID } from 'node:crypto';
import type { MatchLiveId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addNotices, type NewNotice } from '../../../platform/notices/add-notices.ts';
import { createSessions } from '../../identity/sessions/sessions.module.ts';
import { makeMembers } from '../predict/testing/make-card.ts';
import { createNoticesModule } from './notices.module.ts';

const START = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

let now = START;
const clock = () => now;
let api: TestApi;
let fans: { readonly memberId: MemberId; readonly token: string }[];

beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.close());
beforeEach(async () => {
  now = START;
  const sessions = createSessions(api.db, api.bus, clock);
  fans = [];
  for (const memberId of await makeMembers(api.db, 2)) {
    const { token } = await sessions.start({ memberId, userAgent: '', ip: '' });
    fans.push({ memberId, token });
  }
});

const token = (index = 0) => fans[index]?.token ?? '';
const orderNotice = (number: number, index = 0): NewNotice => ({
  memberId: fans[index]?.memberId ?? ('' as MemberId),
  key: `order:${number}:paid`,
  about: {
    kind: 'order',
    order_id: randomUUID(),
    number: `SW-${number}`,
    status: 'paid',
    coins: 5,
  },
});
const add = (...notices: NewNotice[]) => addNotices(api.db, now, notices);
const page = async (query = '', index = 0) =>
  (await api.call(`GET /notice${query}`, { token: token(index) })).body;
const unread = async (index = 0) =>
  (await api.call('GET /notice/unread', { token: token(index) })).body.data.unread;
const read = (upTo: unknown, index = 0) =>
  api.call('PUT /notice/read', { token: token(index), body: { up_to: upTo } });
const numbers = (data: { about: { number: string } }[]) => data.map(({ about }) => about.number);

it('lists notices page by page, the latest first', async () => {
  for (const number of [1, 2, 3]) await add(orderNotice(number));
  const first = await page('?limit=2');
  expect(numbers(first.data)).toEqual(['SW-3', 'SW-2']);
  await add(orderNotice(4));
  const second = await page(`?limit=2&cursor=${first.next_cursor}`);
  expect(numbers(second.data)).toEqual(['SW-1']);
  expect(second.next_cursor).toBeNull();
  expect((await page('?cursor=x')).status).toBe('request_invalid');
});

it('writes one notice of an event, though it is added several times at once', async () => {
  const notice = orderNotice(1);
  await Promise.all([add(notice, orderNotice(2)), add(notice), add(notice)]);
  expect((await page()).data).toHaveLength(2);
});

it('writes nothing if the transaction of the event does not commit', async () => {
  const crash = api.db.transaction().execute(async (trx) => {
    await addNotices(trx, now, [orderNotice(1)]);
    throw new Error('the process was killed');
  });
  await expect(crash).rejects.toThrow('killed');
  expect(await unread()).toBe(0);
});

it('marks notices up to one as read, for this member only, and publishes it once', async () => {
  for (const number of [1, 2, 3]) await add(orderNotice(number), orderNotice(number, 1));
  const published: unknown[] = [];
  const stop = api.bus.subscribe('notices:changed', (event) => published.push(event));
  const { data } = await page();
  expect((await read(data[1].notice_id)).body.data).toEqual({ unread: 1 });
  expect((await read(data[1].notice_id)).body.data).toEqual({ unread: 1 });
  stop();
  expect(published).toEqual([{ memberIds: [fans[0]?.memberId] }]);
  const isRead = (await page()).data.map((one: { read: boolean }) => one.read);
  expect(isRead).toEqual([false, true, true]);
  expect(await unread(1)).toBe(3);
  // A notice of another member.
  expect((await read((await page('', 1)).data[0].notice_id)).body.data).toEqual({ unread: 0 });
  expect(await unread(1)).toBe(3);
});

it('counts unread notices up to the limit', async () => {
  await add(
    ...Array.from({ length: LIMITS.noticesCountedMax + 5 }, (_, index) => orderNotice(index)),
  );
  expect(await unread()).toBe(LIMITS.noticesCountedMax);
});

it('hides the bout of a refund while the member hides results', async () => {
  const title = { th: 'แดง – น้ำเงิน', en: 'Red – Blue' };
  const live = randomUUID() as ProgramLiveId;
  const facts = { match_live_id: randomUUID() as MatchLiveId, program_live_id: live, title };
  await add({
    ...orderNotice(1),
    about: { kind: 'cheer_refunded', ...facts, coins: 30, reason: 'settled' },
  });
  const titleOf = async () => (await page()).data[0].about.title;
  expect(await titleOf()).toBeNull();
  await api.db
    .updateTable('member')
    .set({ shows_results: true })
    .where('member_id', '=', fans[0]?.memberId ?? '')
    .execute();
  expect(await titleOf()).toEqual(title);
});

it('refuses visitors and invalid bodies', async () => {
  for (const path of ['GET /notice', 'GET /notice/unread']) {
    const visitor = await api.call(path);
    expect([visitor.status, visitor.body.status]).toEqual([401, 'token_missing']);
  }
  const visitor = await api.call('PUT /notice/read', { body: { up_to: randomUUID() } });
  expect([visitor.status, visitor.body.status]).toEqual([401, 'token_missing']);
  for (const bad of ['x', 7, null]) {
    expect((await read(bad)).body.status).toBe('request_invalid');
  }
});

it('is exported with the account, and deleted with it and after its retention', async () => {
  const made = await api.makeFan();
  fans[0] = { memberId: made.memberId, token: await api.signIn(made) };
  await add(orderNotice(1), orderNotice(2, 1));
  const exported = await api.call('GET /auth/member/export', { token: token() });
  expect(exported.body.data).toMatchObject({
    follows: [],
    notices: [{ about: { number: 'SW-1' }, read: false }],
  });
  const { status } = await api.call(`DELETE /auth/member/${fans[0]?.memberId}`, {
    token: token(),
    body: { expected_coins: 0 },
  });
  expect(status).toBe(200);
  // An event that was in flight during the deletion.
  await add(orderNotice(3));
  const rows = () =>
    api.db
      .selectFrom('notice')
      .select('member_id')
      .where(
        'member_id',
        'in',
        fans.map((fan) => fan.memberId),
      )
      .execute();
  expect(await rows()).toEqual([{ member_id: fans[1]?.memberId }]);
  const notices = createNoticesModule({ db: api.db, bus: api.bus, clock });
  now = new Date(START.getTime() + LIMITS.noticeDaysKept * DAY_MS);
  await notices.prune();
  expect(await rows()).toHaveLength(1);
  now = new Date(now.getTime() + 1);
  await notices.prune();
  expect(await rows()).toEqual([]);
});
