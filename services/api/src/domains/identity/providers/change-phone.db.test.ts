import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProofs, type Proofs } from '../proofs/proofs.module.ts';
import { type FakeCarrier, startFakeCarrier } from '../sms/testing/fake-carrier.ts';

const CHANGE = 'PUT /auth/member/phone';

let api: TestApi;
let carrier: FakeCarrier;
let proofs: Proofs;
let now = new Date();
beforeAll(async () => {
  carrier = await startFakeCarrier();
  api = await startTestApi({ config: { sms: carrier.settings }, clock: () => now });
  proofs = createProofs(api.db, () => now);
});
afterAll(async () => {
  await api.close();
  await carrier.close();
});

let phones = 0;
const newPhone = (): string => {
  phones += 1;
  return `+6687900${String(phones).padStart(4, '0')}`;
};
async function makeMember() {
  const phone = newPhone();
  const fan = await api.makeFan({ phone });
  return { ...fan, phone, token: await api.signIn(fan) };
}
type Member = Awaited<ReturnType<typeof makeMember>>;
const prove = async ({ memberId }: Member, phone: string): Promise<string> =>
  (await proofs.issue(api.db, { purpose: 'link', phone, memberId })).token;
const change = async (member: Member, phone: string) =>
  api.call(CHANGE, {
    token: member.token,
    body: { phone, otp_token: await prove(member, phone) },
  });

test('a member can change the phone by OTP and sign in with it, and the old number gets a notice', async () => {
  const member = await makeMember();
  const phone = newPhone();
  const { status, body } = await change(member, phone);
  expect([status, body.data.member_phone]).toEqual([200, phone]);
  await expect
    .poll(() => carrier.messages.map(({ msisdn }) => `+${msisdn}`))
    .toContain(member.phone);
  await api.signIn({ ...member, phone });
  const gone = await api.call('POST /auth/member/login-v2', {
    body: { phone: member.phone, password: member.password },
  });
  expect(gone.status).toBe(401);
  // Another member can use the old number.
  await api.makeFan({ phone: member.phone });
});

test('a number of another member is refused and nothing changes', async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const { status, body } = await change(member, other.phone);
  expect([status, body.status, body.message]).toEqual([
    409,
    'phone_exists',
    'Phone already exists, please use another phone number.',
  ]);
  await api.signIn(member);
  await api.signIn(other);
});

test('one of two members gets a number that both request concurrently', async () => {
  const [a, b] = [await makeMember(), await makeMember()];
  const phone = newPhone();
  const answers = await Promise.all([change(a, phone), change(b, phone)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('an OTP of another number or another member is refused and nothing changes', async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  const phone = newPhone();
  for (const otp_token of [await prove(member, newPhone()), await prove(other, phone)]) {
    const { status, body } = await api.call(CHANGE, {
      token: member.token,
      body: { phone, otp_token },
    });
    expect([status, body.status]).toEqual([410, 'otp_token_invalid']);
  }
});

test('sending the current number changes nothing, and an old session needs a proof of ownership', async () => {
  const member = await makeMember();
  expect((await change(member, member.phone)).status).toBe(200);
  now = new Date(now.getTime() + 60 * 60_000);
  const stale = await change(member, newPhone());
  expect([stale.status, stale.body.status]).toEqual([403, 'proof_needed']);
});
