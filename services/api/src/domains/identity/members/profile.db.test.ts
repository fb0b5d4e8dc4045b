import { randomUUID } from 'node:crypto';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const profile = (memberId: string) => `GET /auth/member/profile?member_id=${memberId}`;

describe('GET /auth/member/profile', () => {
  test('shows members their own profile with the balance of the wallet', async () => {
    const fan = await api.makeFan({ coins: 150 });
    const token = await api.signIn(fan);
    const { status, body, headers } = await api.call(profile(fan.memberId), { token });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.data).toMatchObject({
      member_id: fan.memberId,
      member_fname: expect.stringMatching(/./),
      member_avatar: null,
      member_status: 'active',
      wallet: { balance: 150 },
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  test('ignores unknown query parameters, and accepts the member id in upper case', async () => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    const path = `${profile(fan.memberId.toUpperCase())}&map_system_id=camp&other=1`;
    expect((await api.call(path, { token })).status).toBe(200);
  });

  test('returns the same error for another member’s id and an unknown id', async () => {
    const [fan, other] = [await api.makeFan(), await api.makeFan()];
    const token = await api.signIn(fan);
    for (const memberId of [other.memberId, randomUUID(), 'x', '%F0%9F%A5%8A']) {
      const answer = await api.call(profile(memberId), { token });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        status: 'member_not_found',
        message: 'Member not found',
        request_id: answer.headers['x-request-id'],
      });
    }
  });

  test.each([
    ['none', undefined, 'token_missing'],
    ['nonsense', 'Bearer nonsense', 'token_invalid'],
    ['another scheme', 'Basic dXNlcjpwYXNz', 'token_invalid'],
    ['a long one', `Bearer ${'x'.repeat(5_000)}`, 'token_invalid'],
    ['a forged one', `Bearer ${'A'.repeat(43)}`, 'token_invalid'],
  ])('refuses a token that is %s', async (_, authorization, code) => {
    const answer = await api.call(profile('x'), {
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(answer.status).toBe(401);
    expect(answer.body.status).toBe(code);
  });

  test('refuses a request without a member id', async () => {
    const token = await api.signIn(await api.makeFan());
    for (const path of ['GET /auth/member/profile', profile(''), `${profile('a')}&member_id=b`]) {
      const answer = await api.call(path, { token });
      expect(answer.status).toBe(400);
      expect(answer.body.details[0].path).toBe('query.member_id');
    }
  });

  test.each([
    ['ban', 'member_banned'],
    ['suspend', 'member_suspended'],
  ] as const)('refuses a member with the status %s at once', async (status, code) => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    expect((await api.call(profile(fan.memberId), { token })).status).toBe(200);
    await api.db
      .updateTable('member')
      .set({ status, status_since: new Date() })
      .where('member_id', '=', fan.memberId)
      .execute();
    api.bus.publish('member:barred', { memberId: fan.memberId, status });
    const answer = await api.call(profile(fan.memberId), { token });
    expect(answer.status).toBe(403);
    expect(answer.body.status).toBe(code);
  });
});

describe('GET /auth/member/wallet', () => {
  const wallet = (memberId: string) => `GET /auth/member/wallet?member_id=${memberId}`;

  test('returns the member’s own balance in whole coins, and no other member’s balance', async () => {
    const [fan, other] = [await api.makeFan({ coins: 150 }), await api.makeFan({ coins: 7 })];
    const token = await api.signIn(fan);
    const { status, body, headers } = await api.call(wallet(fan.memberId), { token });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({ data: { balance: 150, owed: 0 } });
    const others = await api.call(wallet(other.memberId), { token });
    expect([others.status, others.body.message]).toEqual([404, 'Member not found']);
  });

  test('requires a token and the member id', async () => {
    const fan = await api.makeFan();
    expect((await api.call(wallet(fan.memberId))).body.status).toBe('token_missing');
    const token = await api.signIn(fan);
    const answer = await api.call('GET /auth/member/wallet', { token });
    expect([answer.status, answer.body.status]).toEqual([400, 'request_invalid']);
  });
});

describe('POST /auth/member/logout', () => {
  test('revokes the current session at once, and no other session', async () => {
    const fan = await api.makeFan();
    const [token, other] = [await api.signIn(fan), await api.signIn(fan)];
    const heard: string[] = [];
    const stop = api.bus.subscribe('session:revoked', ({ sessionIds }) =>
      heard.push(...sessionIds),
    );
    expect((await api.call(profile(fan.memberId), { token })).status).toBe(200);
    const out = await api.call('POST /auth/member/logout', { token });
    stop();
    expect(out).toMatchObject({ status: 200, body: { data: {} } });
    expect(heard).toHaveLength(1);
    expect((await api.call(profile(fan.memberId), { token })).body.status).toBe('token_invalid');
    expect((await api.call(profile(fan.memberId), { token: other })).status).toBe(200);
    expect((await api.call('POST /auth/member/logout', { token })).status).toBe(401);
  });

  test('requires a token', async () => {
    const answer = await api.call('POST /auth/member/logout');
    expect(answer.status).toBe(401);
    expect(answer.body.status).toBe('token_missing');
  });
});
