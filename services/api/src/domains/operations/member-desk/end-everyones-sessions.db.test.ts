import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('an owner ends the sessions of every member, who can sign in again', async () => {
  const fans = [await api.makeFan(), await api.makeFan()];
  const tokens = await Promise.all(fans.map(api.signIn));
  const revoked: string[] = [];
  api.bus.subscribe('session:revoked', ({ memberId }) => void revoked.push(memberId));
  const statusOf = async (token: string) =>
    (await api.call('GET /auth/member/sessions', { token })).body.status ?? 'open';
  expect(await Promise.all(tokens.map(statusOf))).toEqual(['open', 'open']);

  const end = (reason?: string) =>
    api.call('POST /operator/sessions/end', {
      token: TEST_OWNER_TOKEN,
      body: reason === undefined ? {} : { reason },
    });
  expect((await end()).body.status).toBe('request_invalid');
  expect((await end('a stolen backup')).body.data).toEqual({ ended_sessions: 2, has_more: false });

  expect(await Promise.all(tokens.map(statusOf))).toEqual(['token_invalid', 'token_invalid']);
  expect(revoked.sort()).toEqual(fans.map(({ memberId }) => memberId).sort());
  expect((await end('again')).body.data.ended_sessions).toBe(0);
  expect(await api.signIn(fans[0]!)).toEqual(expect.any(String));
  const audit = await api.call('GET /operator/audit', { token: TEST_OWNER_TOKEN });
  expect(JSON.stringify(audit.body.data)).toContain('a stolen backup');
});

test('only an owner ends the sessions of every member', async () => {
  const { headers } = await api.makeStaff('moderator');
  const { body } = await api.call('POST /operator/sessions/end', {
    headers,
    body: { reason: 'x' },
  });
  expect(body.status).toBe('staff_permission_missing');
});
