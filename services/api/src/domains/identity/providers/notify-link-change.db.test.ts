import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { startTestProviders, type TestProviders } from '@sangwian/testkit/start-test-providers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FakeCarrier, startFakeCarrier } from '../sms/testing/fake-carrier.ts';

let carrier: FakeCarrier;
let providers: TestProviders;
let api: TestApi;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  providers = await startTestProviders();
  api = await startTestApi({
    config: { sms: carrier.settings, providers: providers.settings },
  });
});
afterAll(async () => {
  await api.close();
  await providers.close();
  await carrier.close();
});

const linkLine = async (token: string, subject: string) =>
  (
    await api.call('POST /auth/member/link/line', {
      token,
      body: await providers.goToLine(subject),
    })
  ).status;
const unlink = async (token: string, way: string) =>
  (await api.call(`DELETE /auth/member/link/${way}`, { token })).status;
const noticesTo = ({ phone }: TestFan) =>
  carrier.messages
    .filter(({ msisdn }) => msisdn === `66${phone.slice(1)}`)
    .map(({ message }) => message);
const someone = () => providers.line.persons.addStranger().subject;

test.each([
  ['TH', 'เชื่อม LINE เข้าบัญชี Sangwian', 'เบอร์นี้ถูกยกเลิก', 70],
  ['EN', 'A LINE account was linked', 'This phone was unlinked', 160],
] as const)(
  'sends a notice of a new link and of an unlinked phone: %s',
  async (language, linked, unlinked, charsMax) => {
    const fan = await api.makeFan();
    const token = await api.signIn(fan);
    await api.call(`PUT /auth/member/profile/update/${fan.memberId}`, {
      token,
      body: { language },
    });
    const subject = someone();
    expect(await linkLine(token, subject)).toBe(200);
    await expect.poll(() => noticesTo(fan)).toEqual([expect.stringContaining(linked)]);
    // Linking the same account again sends no notice.
    expect(await linkLine(token, subject)).toBe(200);
    expect(await unlink(token, 'phone')).toBe(200);
    await vi.waitFor(() =>
      expect(noticesTo(fan)).toEqual([
        expect.stringContaining(linked),
        expect.stringContaining(unlinked),
      ]),
    );
    for (const message of noticesTo(fan)) expect(message.length).toBeLessThanOrEqual(charsMax);
  },
);

test('limits the number of notices to one member', async () => {
  const fan = await api.makeFan();
  const token = await api.signIn(fan);
  const subject = someone();
  for (let round = 0; round < 8; round += 1) {
    expect(await linkLine(token, subject)).toBe(200);
    expect(await unlink(token, 'line')).toBe(200);
  }
  await expect.poll(() => noticesTo(fan)).toHaveLength(6);
  // Messages arrive in order, so all earlier ones have arrived.
  const other = await api.makeFan();
  expect(await linkLine(await api.signIn(other), someone())).toBe(200);
  await expect.poll(() => noticesTo(other)).toHaveLength(1);
  expect(noticesTo(fan)).toHaveLength(6);
});

test('a provider’s account can be linked while the SMS carrier is unreachable', async () => {
  const fan = await api.makeFan();
  const token = await api.signIn(fan);
  carrier.answerNext({ status: 500, body: {} });
  expect(await linkLine(token, someone())).toBe(200);
});
