import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOGIN_LIMITS } from '../sign-in/login-limits.ts';
import { type FakeCarrier, startFakeCarrier } from '../sms/testing/fake-carrier.ts';

const BEGIN = 'POST /auth/member/deletion';

let api: TestApi;
let carrier: FakeCarrier;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  api = await startTestApi({ config: { sms: carrier.settings } });
});
afterAll(async () => {
  await api.close();
  await carrier.close();
});

test('a member can delete the account with phone, password and OTP, without signing in', async () => {
  const phone = '+66879110001';
  const fan = await api.makeFan({ phone, coins: 50 });
  const begun = await api.call(BEGIN, { body: { phone, password: fan.password } });
  expect(begun.status).toBe(200);
  expect(begun.body.data.member.wallet.balance).toBe(50);
  const token: string = begun.body.data.access_token;
  const sent = await api.call('POST /auth/member/send-otp', {
    token,
    body: { phone, purpose: 'delete' },
  });
  const verified = await api.call('POST /auth/member/verify-otp', {
    token,
    body: { otp_ref: sent.body.data.otp_ref, otp: carrier.codeOf(phone) },
  });
  const deleted = await api.call(`DELETE /auth/member/${fan.memberId}`, {
    token,
    body: { otp_token: verified.body.data.otp_token, expected_coins: 50 },
  });
  expect(deleted.status).toBe(200);
  const again = await api.call(BEGIN, { body: { phone, password: fan.password } });
  expect(again.body.status).toBe('credentials_invalid');
});

test('a wrong password and an unknown phone get the same error', async () => {
  const fan = await api.makeFan();
  for (const phone of [fan.phone, '0811111111', 'nonsense']) {
    const { status, body } = await api.call(BEGIN, { body: { phone, password: 'wrong' } });
    expect([status, body.status, body.message]).toEqual([
      401,
      'credentials_invalid',
      'Username or password is incorrect.',
    ]);
  }
});

test('password guesses count against the same limits as at the sign-in', async () => {
  const fan = await api.makeFan();
  const ip = '203.0.113.40';
  const operations = [BEGIN, 'POST /auth/member/login-v2'];
  for (let guess = 0; guess < LOGIN_LIMITS.perPhoneAndAddress.guessesMax; guess += 1) {
    await api.call(operations[guess % 2] ?? BEGIN, {
      ip,
      body: { phone: fan.phone, password: 'wrong' },
    });
  }
  const locked = await api.call(BEGIN, {
    ip,
    body: { phone: fan.phone, password: fan.password },
  });
  expect([locked.status, locked.body.status]).toEqual([429, 'rate_limited']);
});
