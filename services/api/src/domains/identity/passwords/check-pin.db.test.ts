import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuesses } from '../../../platform/limits/guesses/guesses.module.ts';
import { createProofs, type Proofs } from '../proofs/proofs.module.ts';
import { createGuessLimits, GUESS_LIMITS } from './guess-limits.ts';
import { type SignedInDevice, signInOn } from './testing/known-device.ts';

const CHECK = 'PUT /auth/member/checkPin';
const RESET = 'PUT /auth/resetPasswordMember';
const PIN = '371946';
const WRONG = '904127';
const MINUTE_MS = 60_000;

let api: TestApi;
let proofs: Proofs;
let now = new Date();
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  proofs = createProofs(api.db, () => now);
});
afterAll(() => api.close());

interface Owner extends SignedInDevice {
  readonly fan: TestFan;
}

async function makeOwner(): Promise<Owner> {
  const fan = await api.makeFan();
  const device = await signInOn(api, fan);
  const body = { pin: PIN, confirm_pin: PIN, password: fan.password };
  const created = await api.call('PUT /auth/member/createPin', { token: device.token, body });
  expect(created.status).toBe(200);
  return { ...device, fan };
}
const e164 = (fan: TestFan) => `+66${fan.phone.slice(1)}`;
const checkOf = (
  phone: string,
  pin: string,
  {
    cookie = '',
    token,
    otpToken,
    ip,
  }: Partial<SignedInDevice> & { otpToken?: string; ip?: string } = {},
) =>
  api.call(CHECK, {
    body: {
      phone,
      pin,
      purpose: 'reset',
      ...(otpToken === undefined ? {} : { otp_token: otpToken }),
    },
    headers: { cookie },
    ...(token === undefined ? {} : { token }),
    ...(ip === undefined ? {} : { ip }),
  });
const proveByOtp = async (fan: TestFan) =>
  (await proofs.issue(api.db, { purpose: 'reset', phone: e164(fan) })).token;
const resetBy = (pinToken: string) =>
  api.call(RESET, {
    body: { pin_token: pinToken, new_password: 'red-corner-88', confirm_password: 'red-corner-88' },
  });
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};

describe('on a device on which the member has signed in before', () => {
  test('a correct PIN allows one password reset', async () => {
    const { fan, token, cookie } = await makeOwner();
    const { status, body, headers } = await checkOf(fan.phone, PIN, { cookie });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.data).toEqual({
      pin_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: new Date(now.getTime() + 10 * MINUTE_MS).toISOString(),
    });
    const pinToken = body.data.pin_token;
    const answers = await Promise.all([resetBy(pinToken), resetBy(pinToken)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410]);
    const profile = `GET /auth/member/profile?member_id=${fan.memberId}`;
    expect((await api.call(profile, { token })).body.status).toBe('token_invalid');
    const login = { phone: fan.phone, password: 'red-corner-88' };
    expect((await api.call('POST /auth/member/login-v2', { body: login })).status).toBe(200);
  });

  test('a PIN works after the member has signed out, and with Thai digits', async () => {
    const { fan, token, cookie } = await makeOwner();
    await api.call('POST /auth/member/logout', { token });
    expect((await checkOf(fan.phone, '๓๗๑๙๔๖', { cookie })).status).toBe(200);
  });

  test('a wrong PIN, a malformed PIN and a member without a PIN get the same error', async () => {
    const { fan, cookie } = await makeOwner();
    const without = await api.makeFan();
    const device = await signInOn(api, without);
    for (const answer of [
      await checkOf(fan.phone, WRONG, { cookie }),
      await checkOf(fan.phone, 'ก้อง💥', { cookie }),
      await checkOf(fan.phone, '', { cookie }),
      await checkOf(without.phone, PIN, device),
      await checkOf(without.phone, '', device),
    ]) {
      expect([answer.status, answer.body.status, answer.body.message]).toEqual([
        403,
        'pin_incorrect',
        'PIN is incorrect.',
      ]);
    }
  });

  test('concurrent guesses do not bypass the lock, and the lock expires', async () => {
    const { fan, cookie } = await makeOwner();
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => checkOf(fan.phone, WRONG, { cookie })),
    );
    const { guessesMax, minutes } = GUESS_LIMITS.perTrier;
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(guessesMax);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20 - guessesMax);
    const locked = await checkOf(fan.phone, PIN, { cookie });
    expect([locked.status, locked.body.status]).toEqual([429, 'rate_limited']);
    expect(Number(locked.headers['retry-after'])).toBe(minutes * 60);
    later(minutes - 1);
    expect(Number((await checkOf(fan.phone, PIN, { cookie })).headers['retry-after'])).toBe(60);
    later(1);
    expect((await checkOf(fan.phone, PIN, { cookie })).status).toBe(200);
  });

  test('guesses are limited per day, even with pauses between them', async () => {
    const { fan, cookie } = await makeOwner();
    const { perTrier, perTrierAndDay } = GUESS_LIMITS;
    for (let guess = 0; guess < perTrierAndDay.guessesMax; guess += 1) {
      if (guess % perTrier.guessesMax === 0) later(perTrier.minutes);
      expect((await checkOf(fan.phone, WRONG, { cookie })).status).toBe(403);
    }
    later(perTrier.minutes);
    const locked = await checkOf(fan.phone, PIN, { cookie });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(20 * 3_600);
    later(perTrierAndDay.minutes);
    expect((await checkOf(fan.phone, PIN, { cookie })).status).toBe(200);
  });

  test('a lock affects only the device on which the guesses were made', async () => {
    const { fan, cookie } = await makeOwner();
    const other = await signInOn(api, fan);
    for (let guess = 0; guess < GUESS_LIMITS.perTrier.guessesMax; guess += 1) {
      await checkOf(fan.phone, WRONG, { cookie });
    }
    expect((await checkOf(fan.phone, PIN, { cookie })).status).toBe(429);
    expect((await checkOf(fan.phone, PIN, { cookie: other.cookie })).status).toBe(200);
  });

  test('a correct PIN does not count as a guess', async () => {
    const { fan, cookie } = await makeOwner();
    for (let time = 0; time < 2 * GUESS_LIMITS.perTrier.guessesMax; time += 1) {
      expect((await checkOf(fan.phone, PIN, { cookie })).status).toBe(200);
    }
  });
});

describe('on an unknown device', () => {
  test('a registered and an unregistered phone get the same error, and no guess is counted', async () => {
    const { fan, cookie } = await makeOwner();
    const stranger = await signInOn(api, await api.makeFan());
    for (const phone of [fan.phone, '0899999999', 'nonsense', '๐๘๙๙๙๙๙๙๙๙']) {
      for (const device of [{}, { cookie: stranger.cookie }, stranger]) {
        for (const pin of [PIN, WRONG]) {
          const answer = await checkOf(phone, pin, device);
          expect([answer.status, answer.body.status], phone).toEqual([403, 'pin_needs_otp']);
        }
      }
    }
    // The guesses above do not lock the owner out.
    expect((await checkOf(fan.phone, PIN, { cookie })).status).toBe(200);
  });

  test('PIN and OTP together are accepted, and a correct PIN uses the OTP up', async () => {
    const { fan } = await makeOwner();
    const otpToken = await proveByOtp(fan);
    expect((await checkOf(fan.phone, WRONG, { otpToken })).body.status).toBe('pin_incorrect');
    const answers = await Promise.all([
      checkOf(fan.phone, PIN, { otpToken }),
      checkOf(fan.phone, PIN, { otpToken }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    const good = answers.find(({ status }) => status === 200);
    expect((await resetBy(good?.body.data.pin_token)).status).toBe(200);
  });

  test.each(['register', 'link', 'delete'] as const)(
    'an OTP for %s is refused',
    async (purpose) => {
      const { fan } = await makeOwner();
      const { token } = await proofs.issue(api.db, { purpose, phone: e164(fan) });
      const answer = await checkOf(fan.phone, PIN, { otpToken: token });
      expect([answer.status, answer.body.status]).toEqual([410, 'otp_token_invalid']);
    },
  );

  test('an OTP of another phone is refused, and guesses made with it do not count', async () => {
    const { fan } = await makeOwner();
    const otpToken = await proveByOtp(await api.makeFan());
    for (let guess = 0; guess < 2 * GUESS_LIMITS.perTrier.guessesMax; guess += 1) {
      const answer = await checkOf(fan.phone, WRONG, { otpToken });
      expect(answer.body.status).toBe('otp_token_invalid');
    }
    expect((await checkOf(fan.phone, PIN, { otpToken: await proveByOtp(fan) })).status).toBe(200);
  });

  test('guesses with a valid OTP do not bypass the lock, also from other IP addresses', async () => {
    const { fan } = await makeOwner();
    const otpToken = await proveByOtp(fan);
    const { perTrier } = GUESS_LIMITS;
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => checkOf(fan.phone, WRONG, { otpToken })),
    );
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(perTrier.guessesMax);
    const locked = await checkOf(fan.phone, PIN, { otpToken, ip: '203.0.113.1' });
    expect([locked.status, locked.body.status]).toEqual([429, 'rate_limited']);
  });

  test('a proof of the phone is accepted in spite of too many guesses on the member’s devices and sessions', async () => {
    const { fan, cookie } = await makeOwner();
    const limits = createGuessLimits(createGuesses(api.db, () => now));
    for (let guess = 0; guess < GUESS_LIMITS.perMemberAndDay.guessesMax; guess += 1) {
      await limits.begin({
        secret: 'pin',
        account: fan.memberId,
        caller: `a stolen session ${guess}`,
      });
    }
    expect((await checkOf(fan.phone, PIN, { cookie })).status).toBe(429);
    const answer = await checkOf(fan.phone, PIN, { otpToken: await proveByOtp(fan) });
    expect(answer.status).toBe(200);
    expect((await resetBy(answer.body.data.pin_token)).status).toBe(200);
    const token = await api.signIn({ ...fan, password: 'red-corner-88' });
    const own = { token, body: { pin: PIN, purpose: 'delete' } };
    expect((await api.call(CHECK, own)).status).toBe(200);
  });
});

describe('in a signed-in session', () => {
  test('the member’s PIN is accepted for the requested purpose only', async () => {
    const { fan, token } = await makeOwner();
    const check = (body: Record<string, unknown>) => api.call(CHECK, { token, body });
    const forDelete = await check({ pin: PIN, purpose: 'delete' });
    expect(forDelete.status).toBe(200);
    expect((await resetBy(forDelete.body.data.pin_token)).body.status).toBe('pin_token_invalid');
    const good = { purpose: 'delete', memberId: fan.memberId } as const;
    await proofs.check(forDelete.body.data.pin_token, good);
    const own = await check({ phone: fan.phone, pin: PIN, purpose: 'delete' });
    expect(own.status).toBe(200);
  });

  test('the PIN of the member’s own phone can be checked on any device', async () => {
    const { fan, token } = await makeOwner();
    expect((await checkOf(fan.phone, PIN, { token })).status).toBe(200);
  });

  test('the PIN of another member’s phone is always refused', async () => {
    const [mine, other] = [await makeOwner(), await makeOwner()];
    const answer = await api.call(CHECK, {
      token: mine.token,
      body: { phone: other.fan.phone, pin: PIN, purpose: 'delete' },
      headers: { cookie: other.cookie },
    });
    expect([answer.status, answer.body.status]).toEqual([403, 'pin_incorrect']);
  });

  test('concurrent guesses do not bypass the lock', async () => {
    const { token } = await makeOwner();
    const answers = await Promise.all(
      Array.from({ length: 15 }, () =>
        api.call(CHECK, { token, body: { pin: WRONG, purpose: 'delete' } }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(GUESS_LIMITS.perTrier.guessesMax);
  });
});

test.each([
  ['without a phone', { pin: PIN, purpose: 'reset' }],
  ['to delete', { phone: '0812345678', pin: PIN, purpose: 'delete' }],
])('requires a sign-in %s', async (_, body) => {
  const none = await api.call(CHECK, { body });
  expect([none.status, none.body.status]).toEqual([401, 'token_missing']);
  const dead = await api.call(CHECK, { body, token: 'dead' });
  expect([dead.status, dead.body.status]).toEqual([401, 'token_invalid']);
});

test.each([
  ['no purpose', { pin: PIN }],
  ['another purpose', { pin: PIN, purpose: 'login' }],
  ['a PIN of 10 000 characters', { pin: '3'.repeat(10_000), purpose: 'reset' }],
  ['a phone of 10 000 characters', { phone: '0'.repeat(10_000), pin: PIN, purpose: 'reset' }],
  [
    'an OTP of 10 000 characters',
    { phone: '0', pin: PIN, purpose: 'reset', otp_token: 'x'.repeat(10_000) },
  ],
  ['a list', { phone: ['0812345678'], pin: PIN, purpose: 'reset' }],
])('refuses a body with %s', async (_, body) => {
  const answer = await api.call(CHECK, { body });
  expect([answer.status, answer.body.status]).toEqual([400, 'request_invalid']);
});
