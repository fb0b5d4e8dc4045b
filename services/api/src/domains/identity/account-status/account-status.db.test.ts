import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  startTestApi,
  TEST_APP_KEY,
  TEST_OWNER_TOKEN,
  type TestApi,
  type TestFan,
} from '@sangwian/testkit/start-test-api';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';

const OWNER = { token: TEST_OWNER_TOKEN };
/** The end of the path of the endpoint that sets a status. */
const ACTS: Readonly<Record<string, string>> = { ban: 'ban', closed: 'close', active: 'lift' };
const JOIN = 'POST /memberWatchStream/joinWatchStream';

let now = new Date('2026-11-21T12:00:00Z');
let api: TestApi;
const open: Socket[] = [];
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  await loadSampleSeason(api.db, { now });
  await api.api.start();
});
afterAll(() => api.close());
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});

const show = async ({ memberId }: TestFan) =>
  (await api.call(`GET /operator/member/${memberId}`, OWNER)).body.data;
const bar = async (fan: TestFan, status: string, more: object = {}) => {
  const { version } = await show(fan);
  const end = status === 'suspend' ? { until: null } : {};
  return api.call(`POST /operator/member/${fan.memberId}/${ACTS[status] ?? 'suspend-until'}`, {
    ...OWNER,
    body: { version, reason: 'สแปมในแชท', ...end, ...more },
  });
};
const profile = (fan: TestFan, token: string) =>
  api.call(`GET /auth/member/profile?member_id=${fan.memberId}`, { token });

async function connected(namespace: string, token: string): Promise<Socket> {
  const socket = io(`${api.url}${namespace}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { app_key: TEST_APP_KEY, access_token: token },
  });
  open.push(socket);
  await once(socket as never, 'connect');
  return socket;
}

describe('a member who is barred', () => {
  test.each([
    ['ban', 'member_banned', 'Your account has been banned.'],
    ['suspend', 'member_suspended', 'Your account has been suspended.'],
    [
      'closed',
      'member_closed',
      'Your account has been suspended or temporarily closed, please contact admin.',
    ],
  ])(
    'with the status %s is refused by every request and sign-in, with the reason and the time',
    async (status, code, words) => {
      const fan = await api.makeFan();
      const [token, elsewhere] = [await api.signIn(fan), await api.signIn(fan)];
      expect((await profile(fan, token)).status).toBe(200);
      const answer = await bar(fan, status);
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { version: 1, state: status, sessions: [] } },
      });
      for (const dead of [token, elsewhere]) {
        const refused = await profile(fan, dead);
        expect([refused.status, refused.body.status, refused.body.message]).toEqual([
          403,
          code,
          words,
        ]);
        expect(refused.body.details).toEqual([
          { path: 'reason', message: 'สแปมในแชท' },
          { path: 'since', message: now.toISOString() },
        ]);
      }
      const { phone, password } = fan;
      const signIn = (guess: string) =>
        api.call('POST /auth/member/login-v2', { body: { phone, password: guess } });
      expect((await signIn(password)).body.status).toBe(code);
      // The status is revealed only after the correct password.
      expect((await signIn('wrong1234')).body.status).toBe('password_invalid');
    },
  );

  test('needs a new sign-in after a reinstatement', async () => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    await bar(fan, 'ban');
    const back = await bar(fan, 'active', { reason: 'ผิดคน' });
    const { state, sanction_log: log } = back.body.data;
    expect(state).toBe('active');
    const by = log[0].by;
    expect(log).toMatchObject([
      { status_before: 'ban', status_after: 'active', reason: 'ผิดคน' },
      { status_before: 'active', status_after: 'ban', reason: 'สแปมในแชท' },
    ]);
    expect((await profile(fan, token)).body.status).toBe('token_invalid');
    const later = await api.signIn(fan);
    expect((await profile(fan, later)).status).toBe(200);
    const held = await api.call('GET /auth/member/export', { token: later });
    expect(held.body.data.standing_changes).toMatchObject([{ reason: 'ผิดคน' }, {}]);
    expect(JSON.stringify(held.body.data.standing_changes)).not.toContain(by);
    const again = await bar(fan, 'active', { reason: 'x' });
    expect(again.body.data.sanction_log).toHaveLength(2);
  });

  test.each(['ban', 'suspend'])(
    '%s: browsers receive BAN_MEMBER, sockets are disconnected and playback grants are revoked',
    async (status) => {
      const fan = await api.makeFan();
      const token = await api.signIn(fan);
      const [kick, event] = [await connected('/kick', token), await connected('/event', token)];
      const joined = await api.call(JOIN, {
        token,
        body: { member_id: fan.memberId, watch_token: randomUUID() },
      });
      expect(joined.status).toBe(200);
      const grants = async () =>
        (await api.db
          .selectFrom('ended_watch_session')
          .innerJoin('watch_revocation', (on) =>
            on.onRef(
              'watch_revocation.watch_session_id',
              '=',
              'ended_watch_session.watch_session_id',
            ),
          )
          .select('end_reason')
          .where('member_id', '=', fan.memberId)
          .execute()) as { end_reason: string }[];
      const received = once(kick as never, 'BAN_MEMBER');
      const closed = [once(kick as never, 'disconnect'), once(event as never, 'disconnect')];
      await bar(fan, status);
      expect(await received).toEqual([{ member_status: status, member_id: fan.memberId }]);
      await Promise.all(closed);
      await expect.poll(grants, { timeout: 2_000 }).toEqual([{ end_reason: 'signed_out' }]);
    },
  );

  test('cannot start a session while the ban is being set', async () => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    const { phone, password } = fan;
    const [, ...others] = await Promise.all([
      bar(fan, 'ban'),
      ...Array.from({ length: 6 }, () =>
        api.call('POST /auth/member/login-v2', { body: { phone, password } }),
      ),
      ...Array.from({ length: 6 }, () =>
        api.call(JOIN, {
          token,
          body: { member_id: fan.memberId, watch_token: randomUUID() },
        }),
      ),
    ]);
    for (const answer of others) expect([200, 401, 403, 409]).toContain(answer.status);
    const sessions = await api.db
      .selectFrom('member_session')
      .select('revoked_at')
      .where('member_id', '=', fan.memberId)
      .execute();
    expect(sessions.filter((row) => row.revoked_at === null)).toEqual([]);
    const watching = () =>
      api.db
        .selectFrom('watch_session')
        .select('watch_session_id')
        .where('member_id', '=', fan.memberId)
        .execute();
    await expect.poll(watching, { timeout: 2_000 }).toEqual([]);
  });
});

describe('a suspension', () => {
  test('with an end date shows the date and expires', async () => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    const until = new Date(now.getTime() + 3_600_000);
    await bar(fan, 'suspend', { until: until.toISOString() });
    const refused = await profile(fan, token);
    expect(refused.body.details.at(-1)).toEqual({ path: 'until', message: until.toISOString() });
    now = new Date(until.getTime() + 1);
    await expect
      .poll(() => show(fan), { timeout: 5_000 })
      .toMatchObject({
        state: 'active',
        status_reason: null,
        until: null,
        sanction_log: [{ status_after: 'active', by: 'clock' }, { status_after: 'suspend' }],
      });
    expect((await profile(fan, await api.signIn(fan))).status).toBe(200);
  });

  test('replaced by a ban does not expire', async () => {
    const fan = await api.makeFan();
    const until = new Date(now.getTime() + 1_000);
    await bar(fan, 'suspend', { until: until.toISOString() });
    await bar(fan, 'ban');
    now = new Date(until.getTime() + 1);
    const other = await api.makeFan();
    await bar(other, 'suspend', {
      until: new Date(now.getTime() + 1).toISOString(),
    });
    now = new Date(now.getTime() + 2);
    await expect.poll(async () => (await show(other)).state, { timeout: 5_000 }).toBe('active');
    expect(await show(fan)).toMatchObject({ state: 'ban', until: null });
  });
});

describe('an owner', () => {
  test.each([
    ['suspend', { until: '2020-01-01T00:00:00Z' }, 'request_invalid'],
    ['suspend', { version: 7 }, 'edit_stale'],
    ['ban', { until: '2030-01-01T00:00:00Z' }, 'request_invalid'],
    ['ban', { reason: ' ' }, 'request_invalid'],
  ])('is refused %s with %j', async (status, odd, code) => {
    const fan = await api.makeFan();
    expect((await bar(fan, status, odd)).body.status).toBe(code);
    expect((await show(fan)).sanction_log).toEqual([]);
  });

  test('grants and removes a role once, and cannot overwrite a colleague’s newer change', async () => {
    const fan = await api.makeFan();
    const give = (role: string | null, role_before: string | null) =>
      api.call(`PUT /operator/member/${fan.memberId}/role`, {
        ...OWNER,
        body: { role, role_before, reason: 'กะดึก' },
      });
    const changed: unknown[] = [];
    const stop = api.bus.subscribe('staff:changed', (event) => changed.push(event));
    expect((await give('moderator', null)).body.data.role).toBe('moderator');
    stop();
    expect(changed).toEqual([{ topic: 'members', id: fan.memberId }]);
    const stale = await give('admin', null);
    expect([stale.status, stale.body.status]).toEqual([409, 'edit_stale']);
    expect((await give(null, 'moderator')).body.data.role).toBeNull();
    const rows = await api.db
      .selectFrom('member_role_change')
      .select(['role_after', 'reason'])
      .where('member_id', '=', fan.memberId)
      .orderBy('member_role_change_id')
      .execute();
    expect(rows).toEqual([
      { role_after: 'moderator', reason: 'กะดึก' },
      { role_after: null, reason: 'กะดึก' },
    ]);
    const { body } = await api.call('GET /operator/audit?limit=3', OWNER);
    expect(body.data[0]).toMatchObject({
      operation: 'PUT /operator/member/{member_id}/role',
      subject_id: fan.memberId,
      reason: 'กะดึก',
      before: { role: 'moderator' },
      after: { role: null },
    });
  });
});
