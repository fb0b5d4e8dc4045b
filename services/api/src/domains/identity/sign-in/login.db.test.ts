import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../members/members.module.ts';
import { LOGIN_LIMITS } from './login-limits.ts';

const LOGIN = 'POST /auth/member/login-v2';
const WORDS = 'Incorrect username or password. Please try again.';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('POST /auth/member/login-v2', () => {
  test('returns a token and the member for the correct phone and password', async () => {
    const fan = await api.makeFan({ coins: 2_000 });
    const { status, body, headers } = await api.call(LOGIN, {
      body: { phone: fan.phone, password: fan.password },
    });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.data.access_token).toMatch(/^[\w-]{43}$/);
    expect(body.data.member).toMatchObject({
      member_id: fan.memberId,
      member_fname: 'สมชาย',
      member_status: 'active',
      has_password: true,
      has_pin: false,
      links: { phone: true, line: false, apple: false },
      wallet: { balance: 2_000 },
    });
  });

  test('accepts a phone in any notation', async () => {
    await api.makeFan({ phone: '0898765432', password: 'ringside1' });
    for (const phone of [
      '089-876-5432',
      '+66898765432',
      '+660898765432',
      '๐๘๙๘๗๖๕๔๓๒',
      ' 089 876 5432 ',
    ]) {
      const { status } = await api.call(LOGIN, { body: { phone, password: 'ringside1' } });
      expect(status, phone).toBe(200);
    }
  });

  test('has the same error for a wrong password, an unknown phone and an invalid phone', async () => {
    const fan = await api.makeFan();
    for (const body of [
      { phone: fan.phone, password: 'ringside2' },
      { phone: '0811111111', password: 'ringside1' },
      { phone: 'nonsense', password: 'ringside1' },
    ]) {
      const answer = await api.call(LOGIN, { body });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        status: 'password_invalid',
        message: WORDS,
        request_id: answer.headers['x-request-id'],
      });
    }
  });

  test('takes equally long for an unknown phone and for a wrong password', async () => {
    const fan = await api.makeFan();
    // A hash with the real parameters, since the hashes of the test kit are too cheap.
    await api.db
      .updateTable('member_credential')
      .set({ password_hash: await hashPassword(fan.password) })
      .where('member_id', '=', fan.memberId)
      .execute();
    const samples: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    // The two requests alternate, so that other load slows both down.
    for (let round = 0; round < 9; round += 1) {
      for (const [kind, phone] of [
        ['known', fan.phone],
        ['unknown', '0812222222'],
      ] as const) {
        const before = performance.now();
        await api.call(LOGIN, { body: { phone, password: 'wrong' }, ip: `10.0.${round}.1` });
        samples[kind].push(performance.now() - before);
      }
    }
    const median = (values: number[]): number => values.sort((x, y) => x - y)[4] ?? 0;
    const [known, unknown] = [median(samples.known), median(samples.unknown)];
    // Hashing takes tens of milliseconds. Without it, the unknown phone would take a tenth of that time.
    expect(unknown).toBeGreaterThan(known * 0.5);
    expect(unknown).toBeLessThan(known * 2);
  });

  test.each([
    ['ban', 'member_banned', 'Your account has been banned.'],
    ['suspend', 'member_suspended', 'Your account has been suspended.'],
    [
      'closed',
      'member_closed',
      'Your account has been suspended or temporarily closed, please contact admin.',
    ],
  ] as const)(
    'reveals the status %s only after the correct password',
    async (status, code, words) => {
      const fan = await api.makeFan();
      await api.db
        .updateTable('member')
        .set({ status, status_reason: 'abuse', status_since: new Date('2026-11-01T10:00:00Z') })
        .where('member_id', '=', fan.memberId)
        .execute();
      const wrong = await api.call(LOGIN, { body: { phone: fan.phone, password: 'wrong' } });
      expect(wrong.body.status).toBe('password_invalid');
      const right = await api.call(LOGIN, { body: { phone: fan.phone, password: fan.password } });
      expect(right.status).toBe(403);
      expect(right.body).toMatchObject({
        status: code,
        message: words,
        details: [
          { path: 'reason', message: 'abuse' },
          { path: 'since', message: '2026-11-01T10:00:00.000Z' },
        ],
      });
    },
  );

  test.each([
    ['nothing', undefined, 400, 'body_malformed'],
    ['no JSON', '{', 400, 'body_malformed'],
    ['no object', '[]', 400, 'request_invalid'],
    ['no password', { phone: '0812345001' }, 400, 'request_invalid'],
    ['a number for a phone', { phone: 812345001, password: 'x' }, 400, 'request_invalid'],
    ['a field too many', { phone: '1', password: 'x', admin: true }, 400, 'request_invalid'],
    ['a NUL', { phone: '1\u0000', password: 'x' }, 400, 'request_invalid'],
    ['a password of megabytes', { phone: '1', password: 'x'.repeat(1e6) }, 413, 'body_too_large'],
  ])('refuses a body with %s', async (_, body, status, code) => {
    const answer = await api.call(LOGIN, { body });
    expect(answer.status).toBe(status);
    expect(answer.body.status).toBe(code);
  });

  test('refuses a form', async () => {
    const answer = await api.call(LOGIN, {
      body: 'phone=1&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(415);
    expect(answer.body.status).toBe('media_type_unsupported');
  });

  test('locks a guesser out for a stated time, but not the owner at another address', async () => {
    const fan = await api.makeFan();
    const guess = (password: string, ip: string) =>
      api.call(LOGIN, { body: { phone: fan.phone, password }, ip });
    const { guessesMax, minutes } = LOGIN_LIMITS.perPhoneAndAddress;
    for (let count = 0; count < guessesMax; count += 1) {
      expect((await guess('wrong', '203.0.113.9')).status).toBe(401);
    }
    const locked = await guess(fan.password, '203.0.113.9');
    expect(locked.status).toBe(429);
    expect(locked.body.status).toBe('rate_limited');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(minutes * 60);
    expect(locked.body.details).toEqual([
      { path: 'retry_after_s', message: locked.headers['retry-after'] },
    ]);
    expect((await guess(fan.password, '198.51.100.7')).status).toBe(200);
  });

  test('does not lock the owner out at a known address because of distributed guesses', async () => {
    const fan = await api.makeFan();
    const guess = (password: string, ip: string) =>
      api.call(LOGIN, { body: { phone: fan.phone, password }, ip });
    expect((await guess(fan.password, '192.0.2.1')).status).toBe(200);
    const guesses = Array.from({ length: LOGIN_LIMITS.perPhone.guessesMax }, (_, index) =>
      guess('wrong', `10.1.${index}.1`),
    );
    await Promise.all(guesses);
    expect((await guess(fan.password, '192.0.2.2')).status).toBe(429);
    expect((await guess(fan.password, '192.0.2.1')).status).toBe(200);
  });

  test('does not count a correct password', async () => {
    const fan = await api.makeFan();
    for (let count = 0; count < LOGIN_LIMITS.perPhoneAndAddress.guessesMax + 2; count += 1) {
      const answer = await api.call(LOGIN, {
        body: { phone: fan.phone, password: fan.password },
        ip: '203.0.113.77',
      });
      expect(answer.status).toBe(200);
    }
  });
});
