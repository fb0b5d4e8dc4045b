import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProofs, type Proofs } from '../proofs/proofs.module.ts';
import { signInOn } from './testing/known-device.ts';

const RESET = 'PUT /auth/resetPasswordMember';
const NEW = 'red-corner-88';

let api: TestApi;
let proofs: Proofs;
beforeAll(async () => {
  api = await startTestApi();
  proofs = createProofs(api.db, () => new Date());
});
afterAll(() => api.close());

const e164 = (fan: TestFan) => `+66${fan.phone.slice(1)}`;
/** The response of `verify-otp`. */
const proveByOtp = async (fan: TestFan) =>
  (await proofs.issue(api.db, { purpose: 'reset', phone: e164(fan) })).token;
const reset = (body: Record<string, unknown>) =>
  api.call(RESET, { body: { new_password: NEW, confirm_password: NEW, ...body } });
const login = (fan: TestFan, password: string) =>
  api.call('POST /auth/member/login-v2', { body: { phone: fan.phone, password } });
const sessionOf = (fan: TestFan, token: string) =>
  api.call(`GET /auth/member/profile?member_id=${fan.memberId}`, { token });

describe(RESET, () => {
  test('sets a new password by OTP and revokes all sessions', async () => {
    const fan = await api.makeFan();
    const tokens = [await api.signIn(fan), await api.signIn(fan)];
    for (const token of tokens) expect((await sessionOf(fan, token)).status).toBe(200);
    const heard: string[] = [];
    const stop = api.bus.subscribe('session:revoked', ({ sessionIds }) =>
      heard.push(...sessionIds),
    );
    const answer = await reset({ otp_token: await proveByOtp(fan) });
    stop();
    expect([answer.status, answer.body]).toEqual([200, { data: {} }]);
    expect(heard).toHaveLength(2);
    for (const token of tokens) {
      expect((await sessionOf(fan, token)).body.status).toBe('token_invalid');
    }
    expect((await login(fan, fan.password)).status).toBe(401);
    expect((await login(fan, NEW)).status).toBe(200);
  });

  test('accepts a proof once, also in concurrent requests', async () => {
    const fan = await api.makeFan();
    const token = await proveByOtp(fan);
    const passwords = ['red-corner-88', 'blue-corner-88', 'gold-mongkol-9', 'prajioud-77'];
    const answers = await Promise.all(
      passwords.map((password) =>
        reset({ otp_token: token, new_password: password, confirm_password: password }),
      ),
    );
    const won = answers.findIndex(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost).toHaveLength(3);
    for (const { status, body } of lost) {
      expect([status, body.status]).toEqual([410, 'otp_token_invalid']);
    }
    const good = await Promise.all(passwords.map((password) => login(fan, password)));
    expect(good.map(({ status }) => status === 200)).toEqual(
      passwords.map((_, index) => index === won),
    );
  });

  test('uses one of many concurrent proofs and voids the others', async () => {
    const fan = await api.makeFan();
    const tokens = await Promise.all(Array.from({ length: 6 }, () => proveByOtp(fan)));
    const answers = await Promise.all(tokens.map((token) => reset({ otp_token: token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410]);
  });

  test('sets the first password of a member without one', async () => {
    const fan = await api.makeFan();
    await api.db
      .updateTable('member_credential')
      .set({ password_hash: null })
      .where('member_id', '=', fan.memberId)
      .execute();
    expect((await reset({ otp_token: await proveByOtp(fan) })).status).toBe(200);
    expect((await login(fan, NEW)).status).toBe(200);
  });

  test('revokes a session that is started concurrently with the old password', async () => {
    const fan = await api.makeFan();
    const otpToken = await proveByOtp(fan);
    const [answer, ...logins] = await Promise.all([
      reset({ otp_token: otpToken }),
      ...Array.from({ length: 6 }, () => login(fan, fan.password)),
    ]);
    expect(answer.status).toBe(200);
    for (const { status, body } of logins) {
      if (status === 401) continue;
      expect((await sessionOf(fan, body.data.access_token)).status).toBe(401);
    }
  });

  test('forgets known devices, so that a thief’s device cannot reset the password by PIN', async () => {
    const fan = await api.makeFan();
    const { token, cookie } = await signInOn(api, fan);
    const pin = { pin: '371946', confirm_pin: '371946', password: fan.password };
    expect((await api.call('PUT /auth/member/createPin', { token, body: pin })).status).toBe(200);
    const check = () =>
      api.call('PUT /auth/member/checkPin', {
        body: { phone: fan.phone, pin: '371946', purpose: 'reset' },
        headers: { cookie },
      });
    const before = await check();
    expect(before.status).toBe(200);
    expect((await reset({ otp_token: await proveByOtp(fan) })).status).toBe(200);
    expect((await check()).body.status).toBe('pin_needs_otp');
    const stolen = await reset({ pin_token: before.body.data.pin_token });
    expect([stolen.status, stolen.body.status]).toEqual([410, 'pin_token_invalid']);
    // A sign-in with the new password makes the device known again.
    await signInOn(api, { phone: fan.phone, password: NEW }, cookie);
    expect((await check()).status).toBe(200);
  });

  test('lets a banned member reset the password, but not sign in', async () => {
    const fan = await api.makeFan();
    await api.db
      .updateTable('member')
      .set({ status: 'ban', status_reason: 'abuse', status_since: new Date() })
      .where('member_id', '=', fan.memberId)
      .execute();
    expect((await reset({ otp_token: await proveByOtp(fan) })).status).toBe(200);
    expect((await login(fan, NEW)).body.status).toBe('member_banned');
  });

  test.each([
    ['another confirmation', NEW, 'red-corner-89', 'new_password_mismatch'],
    ['a short one', 'abc12', 'abc12', 'password_weak'],
    ['what guessers try first', 'Qwerty123', 'Qwerty123', 'password_common'],
  ])('refuses %s and keeps the proof valid', async (_, password, confirmed, code) => {
    const fan = await api.makeFan();
    const token = await proveByOtp(fan);
    const answer = await reset({
      otp_token: token,
      new_password: password,
      confirm_password: confirmed,
    });
    expect([answer.status, answer.body.status]).toEqual([400, code]);
    expect((await reset({ otp_token: token })).status).toBe(200);
  });

  test.each(['register', 'link', 'delete', 'registration'] as const)(
    'refuses a proof for %s',
    async (purpose) => {
      const fan = await api.makeFan();
      const proof = { purpose, phone: e164(fan), memberId: fan.memberId };
      const { token } = await proofs.issue(api.db, proof);
      expect((await reset({ otp_token: token })).body.status).toBe('otp_token_invalid');
      expect((await login(fan, fan.password)).status).toBe(200);
    },
  );

  test('refuses the proof of an unregistered phone or a deleted member', async () => {
    const fan = await api.makeFan();
    const ofNobody = await proofs.issue(api.db, { purpose: 'reset', phone: '+66899999999' });
    const ofDeleted = await proveByOtp(fan);
    await api.db
      .updateTable('member')
      .set({ phone: null, deleted_at: new Date() })
      .where('member_id', '=', fan.memberId)
      .execute();
    for (const token of [ofNobody.token, ofDeleted]) {
      expect((await reset({ otp_token: token })).body.status).toBe('otp_token_invalid');
    }
  });

  test('refuses an expired proof', async () => {
    const fan = await api.makeFan();
    const early = createProofs(api.db, () => new Date(Date.now() - 10 * 60_000 - 1));
    const { token } = await early.issue(api.db, { purpose: 'reset', phone: e164(fan) });
    expect((await reset({ otp_token: token })).body.status).toBe('otp_token_invalid');
  });

  test.each([
    ['no proof', {}],
    ['two proofs', { otp_token: 'x', pin_token: 'y' }],
    ['an empty proof', { otp_token: '' }],
    ['a proof of 10 000 characters', { otp_token: 'x'.repeat(10_000) }],
    ['a password of 10 000 characters', { otp_token: 'x', new_password: 'a1'.repeat(5_000) }],
    ['a phone beside it', { otp_token: 'x', phone: '0812345678' }],
    ['a NUL', { otp_token: 'x\u0000' }],
  ])('refuses %s', async (_, body) => {
    const answer = await reset(body);
    expect([answer.status, answer.body.status]).toEqual([400, 'request_invalid']);
  });

  test('refuses an unknown proof', async () => {
    const byOtp = await reset({ otp_token: 'ก้อง💥' });
    expect([byOtp.status, byOtp.body.status]).toEqual([410, 'otp_token_invalid']);
    const byPin = await reset({ pin_token: 'A'.repeat(43) });
    expect([byPin.status, byPin.body.status]).toEqual([410, 'pin_token_invalid']);
  });
});
