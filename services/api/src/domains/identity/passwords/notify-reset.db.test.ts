import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeCarrier, startFakeCarrier } from '../sms/testing/fake-carrier.ts';

const NEW = 'red-corner-88';

let carrier: FakeCarrier;
let api: TestApi;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  api = await startTestApi({ config: { sms: carrier.settings } });
});
afterAll(async () => {
  await api.close();
  await carrier.close();
});

/** Resets a password by OTP. */
async function resetByPhone(fan: TestFan) {
  const asked = await api.call('POST /auth/member/send-otp', {
    body: { phone: fan.phone, purpose: 'reset' },
  });
  expect(asked.status).toBe(200);
  const otp = carrier.codeOf(`+66${fan.phone.slice(1)}`);
  const verified = await api.call('POST /auth/member/verify-otp', {
    body: { otp_ref: asked.body.data.otp_ref, otp },
  });
  return () =>
    api.call('PUT /auth/resetPasswordMember', {
      body: {
        otp_token: verified.body.data.otp_token,
        new_password: NEW,
        confirm_password: NEW,
      },
    });
}
const noticesTo = (fan: TestFan) =>
  carrier.messages
    .filter(({ msisdn }) => msisdn === `66${fan.phone.slice(1)}`)
    .map(({ message }) => message)
    .filter((message) => !message.startsWith('OTP'));

test.each([
  ['TH', 'ตั้งรหัสผ่าน Sangwian ใหม่แล้ว', 70],
  ['EN', 'Your Sangwian password was reset', 160],
] as const)(
  'sends one notice of a reset in the member’s language: %s',
  async (language, words, charsMax) => {
    const fan = await api.makeFan();
    await api.db
      .updateTable('member')
      .set({ language })
      .where('member_id', '=', fan.memberId)
      .execute();
    const reset = await resetByPhone(fan);
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(410);
    await expect.poll(() => noticesTo(fan)).toHaveLength(1);
    const [message = ''] = noticesTo(fan);
    expect(message).toContain(words);
    expect(message.length).toBeLessThanOrEqual(charsMax);
  },
);

test('a password reset succeeds while the SMS carrier is unreachable', async () => {
  const fan = await api.makeFan();
  const reset = await resetByPhone(fan);
  carrier.answerNext({ status: 500, body: {} });
  expect((await reset()).status).toBe(200);
  const login = await api.call('POST /auth/member/login-v2', {
    body: { phone: fan.phone, password: NEW },
  });
  expect(login.status).toBe(200);
});
