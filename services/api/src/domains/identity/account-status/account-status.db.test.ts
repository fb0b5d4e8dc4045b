import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  startTestApi,
  TEST_APP_KEY,
  type TestApi,
  type TestFan,
} from '@sangwian/testkit/start-test-api';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';

const SECRET = encodeURIComponent('the internal secret of a test');
const PATH = `/internal/${SECRET}/members/standing`;
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

const change = async (body: object) => {
  const { statusCode, payload } = await api.api.internal.inject({
    method: 'POST',
    url: PATH,
    payload: body,
  });
  return { status: statusCode, body: JSON.parse(payload) };
};
const show = async (member: string) => {
  const { statusCode, payload } = await api.api.internal.inject(
    `${PATH}?member=${encodeURIComponent(member)}`,
  );
  return { status: statusCode, body: JSON.parse(payload) };
};
const bar = (member: string, status: string, more: object = {}) =>
  change({ member, status, reason: 'สแปมในแชท', by: 'somsri', ...more });
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
    'with the status %s is refused by every call and sign-in, with reason and time',
    async (status, code, words) => {
      const fan = await api.makeFan();
      const [token, elsewhere] = [await api.signIn(fan), await api.signIn(fan)];
      expect((await profile(fan, token)).status).toBe(200);
      const answer = await bar(fan.memberId, status);
      expect(answer).toMatchObject({ status: 200, body: { changed: true, status, signed_in: 0 } });
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
    await bar(fan.phone, 'ban');
    const back = await change({
      member: fan.phone,
      status: 'active',
      reason: 'ผิดคน',
      by: 'somsri',
    });
    expect(back).toMatchObject({ status: 200, body: { changed: true, status: 'active' } });
    expect((await profile(fan, token)).body.status).toBe('token_invalid');
    const later = await api.signIn(fan);
    expect((await profile(fan, later)).status).toBe(200);
    const held = await api.call('GET /auth/member/export', { token: later });
    expect(held.body.data.standing_changes).toMatchObject([{ reason: 'ผิดคน' }, {}]);
    expect(held.text).not.toContain('somsri');
    const again = await change({ member: fan.phone, status: 'active', reason: 'x', by: 'somsri' });
    expect(again.body.changed).toBe(false);
    expect(again.body.changes).toMatchObject([
      { status_before: 'ban', status_after: 'active', reason: 'ผิดคน', changed_by: 'somsri' },
      { status_before: 'active', status_after: 'ban', reason: 'สแปมในแชท' },
    ]);
  });

  test.each(['ban', 'suspend'])(
    '%s: browsers receive BAN_MEMBER, sockets are disconnected and playback grants revoked',
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
      await bar(fan.memberId, status);
      expect(await received).toEqual([{ member_status: status, member_id: fan.memberId }]);
      await Promise.all(closed);
      await expect.poll(grants, { timeout: 2_000 }).toEqual([{ end_reason: 'signed_out' }]);
    },
  );

  test('cannot start a session during the ban', async () => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    const { phone, password } = fan;
    const [, ...others] = await Promise.all([
      bar(fan.memberId, 'ban'),
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
  test('with an end is shown with it and expires', async () => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    const until = new Date(now.getTime() + 3_600_000);
    await bar(fan.memberId, 'suspend', { until: until.toISOString() });
    const refused = await profile(fan, token);
    expect(refused.body.details.at(-1)).toEqual({ path: 'until', message: until.toISOString() });
    now = new Date(until.getTime() + 1);
    await expect
      .poll(async () => (await show(fan.phone)).body, { timeout: 5_000 })
      .toMatchObject({
        status: 'active',
        reason: null,
        until: null,
        changes: [{ status_after: 'active', changed_by: 'clock' }, { status_after: 'suspend' }],
      });
    expect((await profile(fan, await api.signIn(fan))).status).toBe(200);
  });

  test('that became a ban does not expire', async () => {
    const fan = await api.makeFan();
    const until = new Date(now.getTime() + 1_000);
    await bar(fan.memberId, 'suspend', { until: until.toISOString() });
    await bar(fan.memberId, 'ban');
    now = new Date(until.getTime() + 1);
    const other = await api.makeFan();
    await bar(other.memberId, 'suspend', {
      until: new Date(now.getTime() + 1).toISOString(),
    });
    now = new Date(now.getTime() + 2);
    await expect
      .poll(async () => (await show(other.phone)).body.status, { timeout: 5_000 })
      .toBe('active');
    expect((await show(fan.phone)).body).toMatchObject({ status: 'ban', until: null });
  });
});

describe('an operator', () => {
  test('finds a member by id and by phone in any spelling', async () => {
    const fan = await api.makeFan();
    const local = fan.phone;
    for (const whom of [
      fan.memberId,
      local,
      `+66${local.slice(1)}`,
      local.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)] ?? ''),
    ]) {
      expect((await show(whom)).body).toMatchObject({
        member_id: fan.memberId,
        name: 'สมชาย ใจดี',
        status: 'active',
        changes: [],
      });
    }
  });

  test.each([
    [{ member: randomUUID() }, 404],
    [{ member: '0899999999' }, 404],
    [{ member: 'nobody' }, 404],
    [{ member: '' }, 400],
    [{ reason: ' ' }, 400],
    [{ by: '' }, 400],
    [{ status: 'deleted' }, 400],
    [{ until: '2020-01-01T00:00:00Z', status: 'suspend' }, 400],
    [{ until: '2030-01-01T00:00:00Z', status: 'ban' }, 400],
    [{ extra: 1 }, 400],
  ])('is refused %j', async (odd, status) => {
    const fan = await api.makeFan();
    const answer = await bar(fan.memberId, 'ban', odd);
    expect(answer.status).toBe(status);
    expect((await show(fan.memberId)).body.changes).toEqual([]);
  });

  test('needs the internal secret', async () => {
    const { statusCode } = await api.api.internal.inject(
      '/internal/wrong/members/standing?member=x',
    );
    expect(statusCode).toBe(404);
    expect((await api.call(`GET /internal/${SECRET}/members/standing?member=x`)).status).toBe(404);
  });
});
