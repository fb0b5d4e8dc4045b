import { LIMITS } from '@sangwian/contract/limits';
import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { startTestProviders, type TestProviders } from '@sangwian/testkit/start-test-providers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProofs } from '../proofs/proofs.module.ts';
import { GUESS_LIMITS } from './guess-limits.ts';

const CONFIRM = 'POST /auth/member/confirm';
const FRESH_MS = LIMITS.freshSignInMinutes * 60_000;
const PIN = '371946';

let providers: TestProviders;
let api: TestApi;
let now = new Date();
beforeAll(async () => {
  providers = await startTestProviders();
  api = await startTestApi({ clock: () => now, config: { providers: providers.settings } });
});
afterAll(async () => {
  await api.close();
  await providers.close();
});

interface Owner extends TestFan {
  readonly token: string;
}
async function signedIn(): Promise<Owner> {
  const fan = await api.makeFan();
  return { ...fan, token: await api.signIn(fan) };
}
/** Creates a member without a password and a PIN. */
async function withoutPassword(): Promise<Owner> {
  const fan = await signedIn();
  await api.db
    .updateTable('member_credential')
    .set({ password_hash: null })
    .where('member_id', '=', fan.memberId)
    .execute();
  return fan;
}
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const confirm = ({ token }: Owner, body: object = {}) => api.call(CONFIRM, { token, body });
/** Asks the API whether the session has a fresh proof of ownership. */
const isFresh = async (owner: Owner): Promise<boolean> =>
  Date.parse((await confirm(owner)).body.data.fresh_until) > now.getTime();
const setPin = ({ token }: Owner, more: object = {}) =>
  api.call('PUT /auth/member/createPin', { token, body: { pin: PIN, confirm_pin: PIN, ...more } });

/** Requests that add or remove a way to sign in. */
const CHANGES = {
  'linking LINE': async ({ token }: Owner) =>
    api.call('POST /auth/member/link/line', { token, body: await providers.goToLine() }),
  'linking Apple': async ({ token }: Owner) =>
    api.call('POST /auth/member/link/apple', { token, body: (await providers.goToApple()).body }),
  'linking a phone': async ({ token, memberId }: Owner) => {
    const phone = '+66819999999';
    const proofs = createProofs(api.db, () => now);
    const { token: otp_token } = await proofs.issue(api.db, { purpose: 'link', phone, memberId });
    return api.call('POST /auth/member/link/phone', { token, body: { phone, otp_token } });
  },
  'unlinking the phone': ({ token }: Owner) =>
    api.call('DELETE /auth/member/link/phone', { token }),
} as const;

describe('a signed-in member', () => {
  test('needs no further proof of ownership for some minutes after signing in', async () => {
    const began = now;
    const fan = await signedIn();
    const { status, body } = await confirm(fan);
    expect(status).toBe(200);
    expect(body.data).toEqual({ fresh_until: new Date(began.getTime() + FRESH_MS).toISOString() });
    later(FRESH_MS);
    const old = await confirm(fan);
    expect([old.status, old.body.data]).toEqual([200, body.data]);
    expect(await isFresh(fan)).toBe(false);
  });

  test.each(Object.entries(CHANGES))(
    'needs a proof of ownership for %s after those minutes',
    async (_, change) => {
      const fan = await signedIn();
      later(FRESH_MS);
      const refused = await change(fan);
      expect([refused.status, refused.body.status]).toEqual([403, 'proof_needed']);
      expect((await confirm(fan, { password: fan.password })).status).toBe(200);
      expect((await change(fan)).body.status).not.toBe('proof_needed');
    },
  );

  test('can send the same LINE sign-in again after the proof', async () => {
    const fan = await signedIn();
    later(FRESH_MS);
    const answer = { token: fan.token, body: await providers.goToLine() };
    expect((await api.call('POST /auth/member/link/line', answer)).status).toBe(403);
    await confirm(fan, { password: fan.password });
    expect((await api.call('POST /auth/member/link/line', answer)).status).toBe(200);
  });

  test('can also prove ownership by PIN, in Thai digits', async () => {
    const fan = await signedIn();
    expect((await setPin(fan, { password: fan.password })).status).toBe(200);
    later(FRESH_MS);
    expect((await confirm(fan, { pin: '๓๗๑๙๔๖' })).status).toBe(200);
    expect((await CHANGES['linking LINE'](fan)).status).toBe(200);
  });

  test('confirms the current session only', async () => {
    const fan = await signedIn();
    const elsewhere = { ...fan, token: await api.signIn(fan) };
    later(FRESH_MS);
    await confirm(fan, { password: fan.password });
    expect(await isFresh(fan)).toBe(true);
    expect(await isFresh(elsewhere)).toBe(false);
  });

  test('without a password needs a recent sign-in to set a first PIN', async () => {
    const fan = await withoutPassword();
    later(FRESH_MS);
    const refused = await setPin(fan);
    expect([refused.status, refused.body.status]).toEqual([403, 'proof_needed']);
    later(-FRESH_MS);
    expect((await setPin(fan)).status).toBe(200);
  });
});

describe('a wrong secret', () => {
  test.each([
    ['password_incorrect', { password: 'wrong' }],
    ['password_incorrect', { password: '', pin: PIN }],
    ['pin_incorrect', { pin: '904127' }],
    ['pin_incorrect', { pin: 'no digits' }],
  ])('is refused with %s: %o', async (code, body) => {
    const fan = await signedIn();
    await setPin(fan, { password: fan.password });
    later(FRESH_MS);
    const refused = await confirm(fan, body);
    expect([refused.status, refused.body.status]).toEqual([403, code]);
    expect(await isFresh(fan)).toBe(false);
  });

  test('is refused if no secret is set', async () => {
    const fan = await withoutPassword();
    expect((await confirm(fan, { password: fan.password })).body.status).toBe('password_incorrect');
    expect((await confirm(fan, { pin: PIN })).body.status).toBe('pin_incorrect');
  });

  test('is rate limited, also in concurrent requests', async () => {
    const fan = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: GUESS_LIMITS.perTrier.guessesMax + 3 }, (_, index) =>
        confirm(fan, { password: `wrong${index}` }),
      ),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(3);
    expect((await confirm(fan, { password: fan.password })).body.status).toBe('rate_limited');
  });
});

test('refuses an invalid body and a visitor', async () => {
  const fan = await signedIn();
  for (const body of [{ password: 7 }, { secret: 'x' }, 'x', undefined]) {
    expect((await api.call(CONFIRM, { token: fan.token, body })).status).toBe(400);
  }
  expect((await api.call(CONFIRM, { body: {} })).status).toBe(401);
  await api.call('POST /auth/member/logout', { token: fan.token });
  expect((await confirm(fan, { password: fan.password })).status).toBe(401);
});
