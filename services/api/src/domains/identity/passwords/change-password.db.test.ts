import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProofs } from '../proofs/proofs.module.ts';
import { GUESS_LIMITS } from './guess-limits.ts';

const CHANGE = 'PUT /auth/member/resetPassword';
const LOGIN = 'POST /auth/member/login-v2';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const change = (token: string, from: string, to: string, confirmed = to) =>
  api.call(CHANGE, {
    token,
    body: { old_password: from, new_password: to, confirm_password: confirmed },
  });
const login = (fan: TestFan, password: string) =>
  api.call(LOGIN, { body: { phone: fan.phone, password } });
const isSignedIn = async (token: string) =>
  (await api.call('GET /auth/member/profile?member_id=x', { token })).status !== 401;

describe(CHANGE, () => {
  test('changes the password and revokes all other sessions', async () => {
    const fan = await api.makeFan();
    const [mine, other] = [await api.signIn(fan), await api.signIn(fan)];
    const heard: string[] = [];
    const stop = api.bus.subscribe('session:revoked', ({ sessionIds }) =>
      heard.push(...sessionIds),
    );
    expect(await isSignedIn(other)).toBe(true);
    const answer = await change(mine, fan.password, 'red-corner-88');
    stop();
    expect([answer.status, answer.body]).toEqual([200, { data: {} }]);
    expect(heard).toHaveLength(1);
    expect(await isSignedIn(mine)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect((await login(fan, fan.password)).body.status).toBe('password_invalid');
    expect((await login(fan, 'red-corner-88')).status).toBe(200);
  });

  test('refuses a wrong old password and keeps the current one', async () => {
    const fan = await api.makeFan();
    const [mine, other] = [await api.signIn(fan), await api.signIn(fan)];
    const answer = await change(mine, 'wrong', 'red-corner-88');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      status: 'old_password_invalid',
      message: 'Invalid old password.',
    });
    expect(await isSignedIn(other)).toBe(true);
    expect((await login(fan, fan.password)).status).toBe(200);
  });

  test.each([
    ['another confirmation', 'red-corner-88', 'red-corner-89', 'new_password_mismatch'],
    ['six characters', 'abcde1', 'abcde1', 'password_weak'],
    ['no digit', 'ringside', 'ringside', 'password_weak'],
    ['no letter a-z', 'รหัสผ่าน1234', 'รหัสผ่าน1234', 'password_weak'],
    ['nothing', '', '', 'password_weak'],
    ['what guessers try first', 'Password123', 'Password123', 'password_common'],
  ])('refuses %s before it checks the old password', async (_, to, confirmed, code) => {
    const token = await api.signIn(await api.makeFan());
    const answer = await change(token, 'wrong', to, confirmed);
    expect([answer.status, answer.body.status]).toEqual([400, code]);
  });

  test('accepts one of two concurrent changes', async () => {
    const fan = await api.makeFan();
    const tokens = [await api.signIn(fan), await api.signIn(fan)];
    const wanted = ['red-corner-88', 'blue-corner-88'];
    const answers = await Promise.all(
      tokens.map((token, index) => change(token, fan.password, wanted[index] as string)),
    );
    const won = answers.findIndex(({ status }) => status === 200);
    // The later request fails: the old password is wrong by then, or the session is already revoked.
    expect([400, 401]).toContain(answers[1 - won]?.status);
    expect(answers[won]?.status).toBe(200);
    expect((await login(fan, wanted[won] as string)).status).toBe(200);
    expect((await login(fan, wanted[1 - won] as string)).status).toBe(401);
  });

  test('revokes a session that is started concurrently with the old password', async () => {
    const fan = await api.makeFan();
    const mine = await api.signIn(fan);
    const [answer, ...logins] = await Promise.all([
      change(mine, fan.password, 'red-corner-88'),
      ...Array.from({ length: 6 }, () => login(fan, fan.password)),
    ]);
    expect(answer.status).toBe(200);
    for (const { status, body } of logins) {
      expect(status === 401 || !(await isSignedIn(body.data.access_token))).toBe(true);
    }
  });

  test('voids reset tokens that were issued before', async () => {
    const fan = await api.makeFan();
    const mine = await api.signIn(fan);
    const proofs = createProofs(api.db, () => new Date());
    const { token } = await proofs.issue(api.db, {
      purpose: 'reset',
      phone: `+66${fan.phone.slice(1)}`,
    });
    expect((await change(mine, fan.password, 'red-corner-88')).status).toBe(200);
    const answer = await api.call('PUT /auth/resetPasswordMember', {
      body: { otp_token: token, new_password: 'stolen-it-1', confirm_password: 'stolen-it-1' },
    });
    expect([answer.status, answer.body.status]).toEqual([410, 'otp_token_invalid']);
  });

  test('limits guesses in one session without locking another session', async () => {
    const fan = await api.makeFan();
    const [left, mine] = [await api.signIn(fan), await api.signIn(fan)];
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => change(left, `wrong ${index}`, 'red-corner-88')),
    );
    const { guessesMax } = GUESS_LIMITS.perTrier;
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(guessesMax);
    const locked = await change(left, fan.password, 'red-corner-88');
    expect([locked.status, locked.body.status]).toEqual([429, 'rate_limited']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
    expect((await change(mine, fan.password, 'red-corner-88')).status).toBe(200);
  });

  test('refuses a member without a password', async () => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    await api.db
      .updateTable('member_credential')
      .set({ password_hash: null })
      .where('member_id', '=', fan.memberId)
      .execute();
    const answer = await change(token, '', 'red-corner-88');
    expect(answer.body.status).toBe('old_password_invalid');
  });

  test.each([
    ['a field missing', { old_password: 'x', new_password: 'y' }],
    ['a number', { old_password: 1, new_password: 'y', confirm_password: 'y' }],
    [
      '10 000 characters',
      { old_password: 'x', new_password: 'a1'.repeat(5_000), confirm_password: 'a1'.repeat(5_000) },
    ],
    [
      '10 000 characters of the old one',
      { old_password: 'a1'.repeat(5_000), new_password: 'y', confirm_password: 'y' },
    ],
    [
      'a field too many',
      { old_password: 'x', new_password: 'y', confirm_password: 'y', member_id: 'x' },
    ],
  ])('refuses a body with %s', async (_, body) => {
    const token = await api.signIn(await api.makeFan());
    const answer = await api.call(CHANGE, { token, body });
    expect([answer.status, answer.body.status]).toEqual([400, 'request_invalid']);
  });

  test('requires a sign-in', async () => {
    const none = await api.call(CHANGE, { body: {} });
    expect([none.status, none.body.status]).toEqual([401, 'token_missing']);
  });
});
