import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  startTestApi,
  TEST_APP_KEY,
  type TestApi,
  type TestFan,
  type TestStaff,
} from '@sangwian/testkit/start-test-api';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';

let api: TestApi;
let owner: TestStaff;
let cashier: TestStaff;
let moderator: TestStaff;
const events: unknown[] = [];
beforeAll(async () => {
  api = await startTestApi();
  await loadSampleSeason(api.db, { now: new Date() });
  await api.api.start();
  owner = await api.makeStaff('owner', 'Anong');
  cashier = await api.makeStaff('cashier', 'Malee');
  moderator = await api.makeStaff('moderator', 'Somchai');
  api.bus.subscribe('staff:changed', (event) => events.push(event));
});
afterAll(() => api.close());

const get = (who: TestStaff, path: string) => api.call(`GET /operator${path}`, who);
const post = (who: TestStaff, path: string, body: object = {}) =>
  api.call(`POST /operator${path}`, { headers: who.headers, body });
const file = async ({ memberId }: TestFan) => (await get(owner, `/member/${memberId}`)).body.data;
const sanction = (who: TestStaff, fan: TestFan, act: string, body: object = {}) =>
  post(who, `/member/${fan.memberId}/${act}`, { reason: 'สแปมในแชท', version: 0, ...body });
const rename = (
  fan: TestFan,
  values: { first_name?: string; last_name?: string; email?: string },
) => api.db.updateTable('member').set(values).where('member_id', '=', fan.memberId).execute();
const lastAudit = async (operation: string) =>
  (await get(owner, `/audit?operation=${encodeURIComponent(operation)}&limit=1`)).body.data[0];

async function found(who: TestStaff, query: Record<string, string>): Promise<string[]> {
  const { body } = await get(who, `/member?${new URLSearchParams(query)}`);
  return body.data.map(({ member_id: id }: { member_id: string }) => id);
}

describe('the list of members', () => {
  test('finds by a complete id, phone, name or e-mail address, or by the start of one', async () => {
    const fan = await api.makeFan();
    await rename(fan, { first_name: 'ชัยชนะ', last_name: 'Zebra', email: 'Zeb.ra@fans.example' });
    const national = fan.phone;
    const thai = national.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)] ?? '');
    const searches = [
      ...[fan.memberId, fan.memberId.toUpperCase(), fan.memberId.slice(0, 23)],
      ...[national, thai, `+66 ${national.slice(1)}`, national.slice(0, 9)],
      ...['ชัยชนะ', 'ชัยชนะ zeb', 'ZEBRA', 'zeb.ra@fans', 'zeb.ra@fans.example'],
    ];
    for (const q of searches) expect(await found(owner, { q }), q).toContain(fan.memberId);
    for (const q of ['100%', '_____', 'zeb\\', "o'", 'nobody@']) {
      expect(await found(owner, { q }), q).toEqual([]);
    }
  });

  test('finds exactly one member by a complete phone or id, for programs', async () => {
    const fan = await api.makeFan();
    const thai = fan.phone.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)] ?? '');
    for (const q of [fan.memberId, fan.phone, thai, `+66 ${fan.phone.slice(1)}`]) {
      expect(await found(moderator, { q, exact: '1' }), q).toEqual([fan.memberId]);
    }
    for (const q of [fan.phone.slice(0, 9), fan.memberId.slice(0, 23), 'สมชาย']) {
      expect(await found(owner, { q, exact: '1' }), q).toEqual([]);
    }
  });

  test('shows a moderator masked contacts, and finds them only by the complete contact', async () => {
    const fan = await api.makeFan();
    await rename(fan, { email: 'somchai@fans.example' });
    const [line] = (await get(moderator, `/member?q=${fan.phone}`)).body.data;
    expect(line.phone_masked).toBe(`${fan.phone.slice(0, 3)} ••• ${fan.phone.slice(-4)}`);
    expect(line.email_masked).toBe('s•••@fans.example');
    expect(await found(moderator, { q: fan.phone.slice(0, 9) })).toEqual([]);
    expect(await found(moderator, { q: 'somchai@' })).toEqual([]);
    expect(await found(moderator, { q: 'somchai@fans.example' })).toEqual([fan.memberId]);
    const refused = await post(moderator, `/member/${fan.memberId}/contact`);
    expect(refused.body.status).toBe('staff_permission_missing');
    const shown = await post(cashier, `/member/${fan.memberId}/contact`);
    expect(shown.body.data).toMatchObject({ email: 'somchai@fans.example' });
    expect(await lastAudit('POST /operator/member/{member_id}/contact')).toMatchObject({
      actor: 'Malee',
      subject_id: fan.memberId,
    });
  });

  test('pages through a filtered list without gaps or duplicates, and exports the list as CSV', async () => {
    const fans = await Promise.all(Array.from({ length: 5 }, () => api.makeFan()));
    await Promise.all(fans.map((fan) => rename(fan, { first_name: '=cmd', last_name: 'เพจ' })));
    const ids: string[] = [];
    let cursor = '';
    do {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await get(owner, `/member?q=%3Dcmd&limit=2${next}`);
      ids.push(...body.data.map(({ member_id: id }: { member_id: string }) => id));
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    expect(ids.sort()).toEqual(fans.map(({ memberId }) => memberId).sort());
    const { csv } = (await get(owner, '/member/csv?q=%3Dcmd')).body.data;
    expect(csv.split('\r\n')).toHaveLength(5 + 2);
    expect(csv).toContain("'=cmd เพจ");
    expect(csv).not.toContain(fans[0]?.phone.slice(-7));
  });

  test('filters by state and sanction', async () => {
    const [banned, timedOut] = [await api.makeFan(), await api.makeFan()];
    await sanction(owner, banned, 'ban');
    await api.db
      .insertInto('chat_timeout')
      .values({
        member_id: timedOut.memberId,
        program_live_id: null,
        until: new Date(Date.now() + 60_000),
      })
      .execute();
    expect(await found(owner, { state: 'ban' })).toContain(banned.memberId);
    expect(await found(owner, { state: 'ban' })).not.toContain(timedOut.memberId);
    expect(await found(owner, { sanction: 'chat' })).toContain(timedOut.memberId);
    expect(await found(owner, { sanction: 'ever' })).toContain(banned.memberId);
    expect(await found(owner, { sanction: 'ever' })).not.toContain(timedOut.memberId);
  });
});

test('the file shows the chat role and the latest record of a parent’s consent', async () => {
  const fan = await api.makeFan();
  expect(await file(fan)).toMatchObject({ role: null, parent_consent: null });
  const role = { role: 'moderator', role_before: null, reason: 'ดูแลแชตคืนวันเสาร์' };
  const given = await api.call(`PUT /operator/member/${fan.memberId}/role`, {
    headers: owner.headers,
    body: role,
  });
  expect(given.body.data).toMatchObject({ role: 'moderator' });
  const record = (body: object) => post(cashier, `/member/${fan.memberId}/parent-consent`, body);
  await record({ given: true, reason: 'บัตรประชาชนของแม่' });
  await record({ given: false, reason: 'แม่โทรมาขอยกเลิก' });
  expect((await file(fan)).parent_consent).toMatchObject({
    given: false,
    reason: 'แม่โทรมาขอยกเลิก',
    recorded_by: 'Malee',
  });
});

describe('sanctions', () => {
  test('a suspended member who watches is disconnected at once, with the reason and the end of the suspension', async () => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    const kick = io(`${api.url}/kick`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { app_key: TEST_APP_KEY, access_token: token },
    });
    onTestFinished(() => void kick.disconnect());
    await once(kick as never, 'connect');
    await api.call('POST /memberWatchStream/joinWatchStream', {
      token,
      body: { member_id: fan.memberId, watch_token: randomUUID() },
    });
    const before = await file(fan);
    expect(before).toMatchObject({ state: 'active', version: 0, sessions: [{}] });
    expect(before.watching.title_th).not.toBe('');
    const notice = once(kick as never, 'BAN_MEMBER');
    const closed = once(kick as never, 'disconnect');
    const { body, status } = await sanction(moderator, fan, 'suspend', {
      hours: 24,
      evidence: 'บรรทัดแชท 21:03',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ state: 'suspend', version: 1, sessions: [] });
    expect(body.data.sanction_log).toMatchObject([
      { status_after: 'suspend', by: 'Somchai', reason: 'สแปมในแชท', evidence: 'บรรทัดแชท 21:03' },
    ]);
    expect(await notice).toEqual([{ member_status: 'suspend', member_id: fan.memberId }]);
    await closed;
    await expect.poll(async () => (await file(fan)).watching).toBeNull();
    const refused = await api.call(`GET /auth/member/profile?member_id=${fan.memberId}`, { token });
    expect(refused.body.status).toBe('member_suspended');
    expect(events).toContainEqual({ topic: 'members', id: fan.memberId });
    expect(await lastAudit('POST /operator/member/{member_id}/suspend')).toMatchObject({
      actor: 'Somchai',
      subject_id: fan.memberId,
      reason: 'สแปมในแชท',
      before: { status: 'active' },
      after: { status: 'suspend' },
    });
  });

  test('a moderator neither softens a ban nor shortens a suspension', async () => {
    const fan = await api.makeFan();
    await sanction(moderator, fan, 'suspend', { hours: 48 });
    const shorter = await sanction(moderator, fan, 'suspend', { hours: 1, version: 1 });
    expect(shorter.body.status).toBe('member_barred');
    const longer = await sanction(moderator, fan, 'suspend', { hours: 168, version: 1 });
    expect(longer.status).toBe(200);
    expect((await sanction(moderator, fan, 'suspend', { hours: 169, version: 2 })).status).toBe(
      400,
    );
    await sanction(owner, fan, 'ban', { version: 2 });
    const softer = await sanction(moderator, fan, 'suspend', { hours: 168, version: 3 });
    expect(softer.body.status).toBe('member_barred');
    const lifted = await sanction(owner, fan, 'lift', { version: 3, reason: 'ผิดคน' });
    expect(lifted.body.data).toMatchObject({ state: 'active', status_reason: null, version: 4 });
  });

  test('two concurrent sanctions: one succeeds, and the refusal of the other names the operator', async () => {
    const fan = await api.makeFan();
    const answers = await Promise.all([
      sanction(owner, fan, 'ban'),
      sanction(moderator, fan, 'suspend', { hours: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body.status).toBe('edit_stale');
    expect(lost?.body.details.map(({ path }: { path: string }) => path)).toEqual(['status', 'by']);
    expect((await file(fan)).version).toBe(1);
  });

  test('suspends several members, and reports failures per row', async () => {
    const [one, two, banned] = [await api.makeFan(), await api.makeFan(), await api.makeFan()];
    await sanction(owner, banned, 'ban');
    const stranger = randomUUID();
    const { body } = await post(moderator, '/member/suspend', {
      member_ids: [one.memberId, banned.memberId, stranger, two.memberId],
      hours: 2,
      reason: 'บอต',
    });
    expect(body.data.rows).toEqual([
      { member_id: one.memberId, error: null },
      { member_id: banned.memberId, error: 'member_barred' },
      { member_id: stranger, error: 'member_not_found' },
      { member_id: two.memberId, error: null },
    ]);
    expect((await file(two)).state).toBe('suspend');
  });

  test('ends one session, then all', async () => {
    const fan = await api.makeFan();
    const [first, second] = [await api.signIn(fan), await api.signIn(fan)];
    await api.signIn(fan);
    const [latest] = (await file(fan)).sessions;
    const end = (body: object) =>
      sanction(owner, fan, 'sessions/end', { version: undefined, ...body });
    const one = await end({ member_session_id: latest.member_session_id });
    expect(one.body.data.sessions).toHaveLength(2);
    const again = await end({ member_session_id: latest.member_session_id });
    expect(again.body.status).toBe('session_not_found');
    expect((await end({})).body.data.sessions).toEqual([]);
    for (const token of [first, second]) {
      const refused = await api.call(`GET /auth/member/wallet?member_id=${fan.memberId}`, {
        token,
      });
      expect(refused.body.status).toBe('token_invalid');
    }
  });
});

describe('a request of a member', () => {
  test('exports the same data of the member as the member’s own export', async () => {
    const fan = await api.makeFan({ coins: 30 });
    const token = await api.signIn(fan);
    const own = await api.call('GET /auth/member/export', { token });
    const taken = await post(owner, `/member/${fan.memberId}/export`, { reason: 'ขอทางอีเมล' });
    expect(Object.keys(taken.body.data)).toEqual(Object.keys(own.body.data));
    expect(taken.body.data.profile.phone).toContain(fan.phone.slice(1));
    const missing = await post(owner, `/member/${randomUUID()}/export`, { reason: 'x' });
    expect(missing.body.status).toBe('member_not_found');
  });

  test('deletes an account only with the balance that the owner saw, and never an account with a sanction', async () => {
    const fan = await api.makeFan({ coins: 30 });
    const remove = (coins: number) =>
      post(owner, `/member/${fan.memberId}/delete`, { reason: 'ขอลบ', expected_coins: coins });
    expect((await remove(29)).body.status).toBe('price_changed');
    await sanction(owner, fan, 'close');
    expect((await remove(30)).body.status).toBe('member_barred');
    await sanction(owner, fan, 'lift', { version: 1 });
    expect((await remove(30)).status).toBe(200);
    expect(await file(fan)).toMatchObject({ state: 'deleted', name: '', phone_masked: null });
    expect((await remove(0)).body.status).toBe('member_not_found');
    expect(await found(owner, { state: 'deleted' })).toContain(fan.memberId);
    expect(await found(owner, {})).not.toContain(fan.memberId);
  });
});

describe('the timeline', () => {
  test('shows sign-ins, orders, gifts, chat and sanctions, page by page', async () => {
    const fan = await api.makeFan({ coins: 500, birthDate: '1990-01-01' });
    const token = await api.signIn(fan);
    const ordered = await api.call('POST /order', {
      token,
      headers: { 'idempotency-key': randomUUID() },
      body: { custom_coins: 20, expected_satang: 2_000 },
    });
    const tonight = await api.db
      .selectFrom('program_live')
      .select('program_live_id')
      .where('status', '=', 'in_progress')
      .executeTakeFirstOrThrow();
    const live = (await api.call(`GET /live/${tonight.program_live_id}`)).body.data;
    const gift = (await api.call('GET /gift')).body.data[0].gift_id;
    const sent = await api.call('POST /gift/send', {
      token,
      headers: { 'idempotency-key': randomUUID() },
      body: {
        match_live_id: live.current_match_live_id,
        corner: 'red',
        gift_id: gift,
        quantity: 2,
        expected_coins: 2,
      },
    });
    await sanction(moderator, fan, 'suspend', { hours: 1 });
    await sanction(owner, fan, 'lift', { version: 1, reason: 'ผิดคน' });
    const path = `/member/${fan.memberId}/timeline`;
    const all = (await get(owner, `${path}?limit=50`)).body.data;
    const kinds = all.map(({ kind }: { kind: string }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['sanction', 'sanction']);
    expect(all[0]).toMatchObject({ what: 'active', by: 'Anong', reason: 'ผิดคน' });
    expect(kinds).toContain('sign_in');
    expect([sent.status, ordered.status]).toEqual([200, 201]);
    expect(kinds).toEqual(expect.arrayContaining(['gift', 'order']));
    const given = all.find(({ kind }: { kind: string }) => kind === 'gift');
    expect(given).toMatchObject({ what: 'red', coins: -2 });
    expect(given.subject_en).toContain(' × 2 · ');
    const paged: unknown[] = [];
    let cursor = '';
    do {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await get(owner, `${path}?limit=1${next}`);
      paged.push(...body.data);
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    expect(paged).toEqual(all);
    const sanctions = (await get(owner, `${path}?kind=sanction`)).body.data;
    expect(sanctions).toHaveLength(2);
    const lines = (await get(cashier, `/member/${fan.memberId}/movement`)).body.data;
    expect(lines.at(-1)).toMatchObject({ coins: 500, balance_after: 500 });
    const { body } = await api.call(`GET /operator/member/${fan.memberId}/movement/csv`, {
      headers: { ...cashier.headers, cookie: `${cashier.headers.cookie}; language=EN` },
    });
    const rows = body.data.csv.trim().split('\r\n');
    expect(rows).toHaveLength(lines.length + 1);
    expect(rows[0]).toContain('Date,Time,Movement');
    expect(rows.at(-1)).toContain(',500,500,');
    const missing = await get(cashier, `/member/${randomUUID()}/movement/csv`);
    expect(missing.body.status).toBe('member_not_found');
  });
});

test('resets a nickname, which the audit keeps, for owners and moderators only', async () => {
  const fan = await api.makeFan();
  const token = await api.signIn(fan);
  const named = { token, body: { nickname: 'คำไม่งาม' } };
  expect((await api.call('PUT /auth/member/nickname', named)).status).toBe(200);
  expect((await file(fan)).nickname).toBe('คำไม่งาม');
  const reset = `/member/${fan.memberId}/nickname/reset`;
  expect((await post(cashier, reset, { reason: 'หยาบคาย' })).status).toBe(403);
  expect((await post(moderator, reset, {})).status).toBe(400);
  const answer = await post(moderator, reset, { reason: 'หยาบคาย' });
  expect(answer.status).toBe(200);
  expect(answer.body.data.nickname).toBeNull();
  expect(await lastAudit('POST /operator/member/{member_id}/nickname/reset')).toMatchObject({
    actor: 'Somchai',
    before: { nickname: 'คำไม่งาม' },
  });
  expect((await api.call('PUT /auth/member/nickname', named)).body.status).toBe(
    'nickname_too_soon',
  );
});
