import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUESS_LIMITS } from './guess-limits.ts';

const CREATE = 'PUT /auth/member/createPin';
const CHANGE = 'PUT /auth/member/changePin';
const CHECK = 'PUT /auth/member/checkPin';
const PIN = '371946';
const OTHER = '904127';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function signedIn(): Promise<{ fan: TestFan; token: string }> {
  const fan = await api.makeFan();
  return { fan, token: await api.signIn(fan) };
}
const create = (token: string, body: Record<string, unknown> = {}) =>
  api.call(CREATE, {
    token,
    body: { pin: PIN, confirm_pin: PIN, password: 'ringside1', ...body },
  });
const change = (token: string, from: string, to: string, confirmed = to) =>
  api.call(CHANGE, { token, body: { old_pin: from, new_pin: to, confirm_pin: confirmed } });
const check = (token: string, pin: string) =>
  api.call(CHECK, { token, body: { pin, purpose: 'delete' } });
const hasPin = async (fan: TestFan, token: string) =>
  (await api.call(`GET /auth/member/profile?member_id=${fan.memberId}`, { token })).body.data
    .has_pin;

async function withPin(): Promise<{ fan: TestFan; token: string }> {
  const owner = await signedIn();
  expect((await create(owner.token)).status).toBe(200);
  return owner;
}

describe(CREATE, () => {
  test('sets a first PIN and stores it as argon2id', async () => {
    const { fan, token } = await signedIn();
    expect(await hasPin(fan, token)).toBe(false);
    const answer = await create(token);
    expect([answer.status, answer.body]).toEqual([200, { data: {} }]);
    expect(await hasPin(fan, token)).toBe(true);
    const row = await api.db
      .selectFrom('member_credential')
      .select('pin_hash')
      .where('member_id', '=', fan.memberId)
      .executeTakeFirstOrThrow();
    expect(row.pin_hash).toMatch(/^\$argon2id\$/);
  });

  test('accepts Thai digits', async () => {
    const { token } = await signedIn();
    expect((await create(token, { pin: '๓๗๑๙๔๖', confirm_pin: '๓๗๑๙๔๖' })).status).toBe(200);
    expect((await check(token, PIN)).status).toBe(200);
  });

  test.each([
    ['five digits', { pin: '37194' }, 400, 'pin_invalid'],
    ['letters', { pin: 'abcdef' }, 400, 'pin_invalid'],
    ['nothing', { pin: '' }, 400, 'pin_invalid'],
    ['another confirmation', { confirm_pin: OTHER }, 400, 'pin_mismatch'],
    ['an easy one', { pin: '123456', confirm_pin: '123456' }, 400, 'pin_common'],
    ['a wrong password', { password: 'wrong' }, 403, 'password_incorrect'],
    ['no password', { password: undefined }, 403, 'password_incorrect'],
  ])('refuses %s', async (_, body, status, code) => {
    const { fan, token } = await signedIn();
    const answer = await create(token, body);
    expect([answer.status, answer.body.status]).toEqual([status, code]);
    expect(await hasPin(fan, token)).toBe(false);
  });

  test('refuses the last digits of the member’s own phone, and the member’s birth date', async () => {
    const { fan, token } = await signedIn();
    await api.db
      .updateTable('member')
      .set({ birth_date: '1990-05-24' })
      .where('member_id', '=', fan.memberId)
      .execute();
    for (const pin of [fan.phone.slice(-6), '240590', '240533']) {
      const answer = await create(token, { pin, confirm_pin: pin });
      expect([answer.status, answer.body.status], pin).toEqual([400, 'pin_common']);
    }
  });

  test('needs no password if the member has none', async () => {
    const { fan, token } = await signedIn();
    await api.db
      .updateTable('member_credential')
      .set({ password_hash: null })
      .where('member_id', '=', fan.memberId)
      .execute();
    expect((await create(token, { password: undefined })).status).toBe(200);
  });

  test('does not replace an existing PIN, also in concurrent requests', async () => {
    const { token } = await signedIn();
    const answers = await Promise.all([
      create(token),
      create(token, { pin: OTHER, confirm_pin: OTHER }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await create(token)).body.status).toBe('pin_exists');
  });

  test.each([
    ['a number', { pin: 371946 }],
    ['10 000 characters', { pin: '3'.repeat(10_000) }],
    ['a password of 10 000 characters', { password: 'a1'.repeat(5_000) }],
    ['a field too many', { member_id: 'x' }],
  ])('refuses a body with %s', async (_, body) => {
    const { token } = await signedIn();
    const answer = await create(token, body);
    expect([answer.status, answer.body.status]).toEqual([400, 'request_invalid']);
  });
});

describe(CHANGE, () => {
  test('changes the PIN of a member who enters the old one', async () => {
    const { token } = await withPin();
    const answer = await change(token, PIN, OTHER);
    expect([answer.status, answer.body]).toEqual([200, { data: {} }]);
    expect((await check(token, PIN)).body.status).toBe('pin_incorrect');
    expect((await check(token, OTHER)).status).toBe(200);
  });

  test('voids tokens that were issued for the old PIN', async () => {
    const { token } = await withPin();
    const opened = await api.call(CHECK, { token, body: { pin: PIN, purpose: 'reset' } });
    expect(opened.status).toBe(200);
    expect((await change(token, PIN, OTHER)).status).toBe(200);
    const answer = await api.call('PUT /auth/resetPasswordMember', {
      body: {
        pin_token: opened.body.data.pin_token,
        new_password: 'red-corner-88',
        confirm_password: 'red-corner-88',
      },
    });
    expect([answer.status, answer.body.status]).toEqual([410, 'pin_token_invalid']);
  });

  test.each([
    ['a wrong old one', OTHER, '552917', '552917', 403, 'pin_incorrect'],
    ['an old one that is none', 'x', OTHER, OTHER, 403, 'pin_incorrect'],
    ['five digits', PIN, '90412', '90412', 400, 'pin_invalid'],
    ['another confirmation', PIN, OTHER, PIN, 400, 'pin_mismatch'],
    ['an easy one', PIN, '000000', '000000', 400, 'pin_common'],
  ])('refuses %s', async (_, from, to, confirmed, status, code) => {
    const { token } = await withPin();
    const answer = await change(token, from, to, confirmed);
    expect([answer.status, answer.body.status]).toEqual([status, code]);
    expect((await check(token, PIN)).status).toBe(200);
  });

  test('is refused if no PIN is set', async () => {
    const { token } = await signedIn();
    const answer = await change(token, PIN, OTHER);
    expect([answer.status, answer.body.status]).toEqual([409, 'pin_missing']);
  });

  test('accepts one of two concurrent changes', async () => {
    const { token } = await withPin();
    const answers = await Promise.all([change(token, PIN, OTHER), change(token, PIN, '552917')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('counts wrong old PINs against the same limit as other PIN guesses', async () => {
    const { token } = await withPin();
    const { guessesMax } = GUESS_LIMITS.perTrier;
    for (let guess = 0; guess < guessesMax; guess += 1) {
      expect((await check(token, OTHER)).status).toBe(403);
    }
    const answer = await change(token, PIN, OTHER);
    expect([answer.status, answer.body.status]).toEqual([429, 'rate_limited']);
  });

  test('refuses a PIN of 10,000 characters', async () => {
    const { token } = await withPin();
    const answer = await change(token, PIN, '9'.repeat(10_000));
    expect([answer.status, answer.body.status]).toEqual([400, 'request_invalid']);
  });
});

test.each([CREATE, CHANGE])('%s requires a sign-in', async (what) => {
  const answer = await api.call(what, { body: {} });
  expect([answer.status, answer.body.status]).toEqual([401, 'token_missing']);
});
