import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import {
  type AppleAnswer,
  startTestProviders,
  type TestProviders,
} from '@sangwian/testkit/start-test-providers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProofs } from '../proofs/proofs.module.ts';

let providers: TestProviders;
let api: TestApi;
let now: Date;
beforeAll(async () => {
  providers = await startTestProviders();
  now = new Date();
  api = await startTestApi({ config: { providers: providers.settings }, clock: () => now });
});
afterAll(async () => {
  await api.close();
  await providers.close();
});

const post = (posted: URLSearchParams) =>
  api.api.app.inject({
    method: 'POST',
    url: '/sign-in/apple',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      // Apple's page posts from another site.
      origin: 'https://appleid.apple.com',
    },
    payload: posted.toString(),
  });

/** Signs a user in at Apple and posts the response. */
async function returnFromApple(subject?: string): Promise<AppleAnswer['body']> {
  const { posted, body } = await providers.goToApple(subject);
  expect((await post(posted)).statusCode).toBe(303);
  return body;
}

const ways = [
  {
    provider: 'line' as const,
    operation: 'POST /auth/member/login',
    goTo: (subject?: string): Promise<object> => providers.goToLine(subject),
  },
  {
    provider: 'apple' as const,
    operation: 'POST /auth/member/login-v3',
    goTo: (subject?: string): Promise<object> => returnFromApple(subject),
  },
];

const link = (fan: TestFan, provider: 'line' | 'apple', subject: string) =>
  api.db
    .insertInto('member_link')
    .values({ member_id: fan.memberId, provider, subject, sealed_token: null })
    .execute();

const someoneAt = (provider: 'line' | 'apple') => providers[provider].persons.addStranger();

describe('GET /auth/member/providers', () => {
  test('returns what the browser needs to start each sign-in', async () => {
    const { status, body } = await api.call('GET /auth/member/providers');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      line: {
        authorize_url: 'http://localhost/sandbox/line/oauth2/v2.1/authorize',
        client_id: '1650000001',
        redirect_uri: 'http://localhost/sign-in',
      },
      apple: {
        authorize_url: 'http://localhost/sandbox/apple/auth/authorize',
        client_id: 'app.sangwian.test',
        redirect_uri: 'http://localhost/sign-in/apple',
      },
    });
  });

  test('leaves out providers that are not configured or unavailable, and refuses their sign-ins', async () => {
    const line = { ...providers.settings.line, issuer: 'http://127.0.0.1:1/none' } as never;
    const away = await startTestApi({
      config: { providers: { tokenSecret: 'secret', line, apple: null } },
    });
    const { body } = await away.call('GET /auth/member/providers');
    expect(body.data).toEqual({ line: null, apple: null });
    for (const [operation, given] of [
      ['POST /auth/member/login', await providers.goToLine()],
      ['POST /auth/member/login-v3', { state_verifier: 'v'.repeat(43), nonce: 'n'.repeat(16) }],
    ] as const) {
      const answer = await away.call(operation, { body: given });
      expect([answer.status, answer.body.status]).toEqual([502, 'provider_failed']);
    }
    await away.close();
  });
});

describe.each(ways)('$operation', ({ provider, operation, goTo }) => {
  test('signs in the linked member and stores the provider’s token encrypted', async () => {
    const fan = await api.makeFan();
    const { subject } = someoneAt(provider);
    await link(fan, provider, subject);
    const { status, body, headers } = await api.call(operation, { body: await goTo(subject) });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.data.member).toMatchObject({
      member_id: fan.memberId,
      links: { phone: true, [provider]: true },
    });
    const own = await api.call(`GET /auth/member/profile?member_id=${fan.memberId}`, {
      token: body.data.access_token,
    });
    expect(own.status).toBe(200);
    const row = await api.db
      .selectFrom('member_link')
      .selectAll()
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();
    expect(row.sealed_token?.length).toBeGreaterThan(40);
    expect(row.sealed_token?.toString('latin1')).not.toContain('refreshToken');
  });

  test('returns a registration token for an account without a member, which works once', async () => {
    const { subject } = someoneAt(provider);
    const { status, body } = await api.call(operation, { body: await goTo(subject) });
    expect(status).toBe(200);
    expect(body.data).not.toHaveProperty('access_token');
    const proofs = createProofs(api.db, () => now);
    const take = () =>
      api.db
        .transaction()
        .execute((trx) =>
          proofs.use(trx, body.data.registration_token, { purpose: 'registration' }),
        );
    const { payload } = await take();
    expect(payload).toEqual({ provider, subject, sealed_token: expect.any(String) });
    await expect(take()).rejects.toThrow();
  });

  test('accepts a provider’s response once', async () => {
    const given = await goTo();
    expect((await api.call(operation, { body: given })).status).toBe(200);
    const again = await api.call(operation, { body: given });
    expect([again.status, again.body.status]).toEqual([410, 'provider_return_invalid']);
  });

  test('accepts one of two concurrent requests with the same response', async () => {
    const given = await goTo();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => api.call(operation, { body: given })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('refuses the response of another browser’s sign-in', async () => {
    const given = await goTo();
    const others = Object.fromEntries(
      ['nonce', 'code_verifier', 'state_verifier']
        .filter((name) => name in given)
        .map((name) => [name, 'somebody-elses-'.repeat(3)]),
    );
    for (const [name, value] of Object.entries(others)) {
      const answer = await api.call(operation, { body: { ...(await goTo()), [name]: value } });
      expect([answer.status, answer.body.status], name).toEqual([410, 'provider_return_invalid']);
    }
  });

  test('reveals a ban and its reason only to the owner of the account', async () => {
    const fan = await api.makeFan();
    const { subject } = someoneAt(provider);
    await link(fan, provider, subject);
    for (const [state, code] of [
      ['ban', 'member_banned'],
      ['suspend', 'member_suspended'],
      ['closed', 'member_closed'],
    ] as const) {
      await api.db
        .updateTable('member')
        .set({ status: state, status_reason: 'ทดสอบ', status_since: now })
        .where('member_id', '=', fan.memberId)
        .execute();
      const { status, body } = await api.call(operation, { body: await goTo(subject) });
      expect([status, body.status]).toEqual([403, code]);
      expect(body.details).toContainEqual({ path: 'reason', message: 'ทดสอบ' });
    }
  });

  test('treats the account of a deleted member as one without a member', async () => {
    const fan = await api.makeFan();
    const { subject } = someoneAt(provider);
    await link(fan, provider, subject);
    await api.db
      .updateTable('member')
      .set({ deleted_at: now, phone: null })
      .where('member_id', '=', fan.memberId)
      .execute();
    const { body } = await api.call(operation, { body: await goTo(subject) });
    expect(body.data).toHaveProperty('registration_token');
  });

  test('refuses an invalid body', async () => {
    for (const body of [{}, { code: 'x' }, { ...(await goTo()), extra: 1 }, 'not JSON']) {
      expect((await api.call(operation, { body })).status).toBe(400);
    }
    const answer = await api.call(operation, { body: {}, headers: { 'x-app-key': 'wrong' } });
    expect(answer.status).toBe(401);
  });
});

describe('LINE', () => {
  test('returns the display name without the characters that names may not contain', async () => {
    const [known] = providers.line.persons.known;
    const { body } = await api.call('POST /auth/member/login', {
      body: await providers.goToLine(known?.subject),
    });
    expect(body.data.profile).toMatchObject({ first_name: 'พลอย', last_name: null, email: null });
  });

  test('refuses a redirect URI of another site', async () => {
    const given = { ...(await providers.goToLine()), redirect_uri: 'https://evil.example/sign-in' };
    const { status, body } = await api.call('POST /auth/member/login', { body: given });
    expect([status, body.status]).toEqual([400, 'redirect_uri_invalid']);
  });
});

describe('Apple', () => {
  test('returns the name that Apple posts with the first code only', async () => {
    const { subject, lastName } = someoneAt('apple');
    const first = await api.call('POST /auth/member/login-v3', {
      body: await returnFromApple(subject),
    });
    expect(first.body.data.profile).toMatchObject({
      first_name: 'แฟนใหม่',
      last_name: lastName,
      email: expect.stringContaining('@sandbox.example'),
    });
    const second = await api.call('POST /auth/member/login-v3', {
      body: await returnFromApple(subject),
    });
    expect(second.body.data.profile).toMatchObject({ first_name: null, last_name: null });
  });

  test('redirects to our page and keeps the code out of the URL', async () => {
    const { posted } = await providers.goToApple();
    const { statusCode, headers } = await post(posted);
    expect(statusCode).toBe(303);
    expect(headers.location).toBe(`/sign-in?provider=apple&state=${posted.get('state')}`);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('reports an unknown state as an invalid return', async () => {
    const body = { state_verifier: 'v'.repeat(43), nonce: 'n'.repeat(16) };
    const { status, body: refusal } = await api.call('POST /auth/member/login-v3', { body });
    expect([status, refusal.status]).toEqual([410, 'provider_return_invalid']);
  });

  test('refuses a response that the browser collects too late', async () => {
    const body = await returnFromApple();
    const before = now;
    now = new Date(now.getTime() + 5 * 60_000);
    const late = await api.call('POST /auth/member/login-v3', { body });
    now = before;
    expect([late.status, late.body.status]).toEqual([410, 'provider_return_invalid']);
  });

  test('ignores a second post with the same state', async () => {
    const { posted, body } = await providers.goToApple();
    await post(posted);
    const forged = new URLSearchParams({ state: posted.get('state') ?? '', code: 'forged' });
    expect((await post(forged)).statusCode).toBe(303);
    expect((await api.call('POST /auth/member/login-v3', { body })).status).toBe(200);
  });

  test.each([
    ['a refusal', { error: 'user_cancelled_authorize', state: 's'.repeat(43) }],
    ['nothing', {}],
    ['a state of another shape', { code: 'x', state: 'short' }],
    ['a code without end', { code: 'x'.repeat(3_000), state: 's'.repeat(43) }],
  ])('%s redirects to the sign-in page with an error', async (_what, posted) => {
    const { statusCode, headers } = await post(new URLSearchParams(posted as never));
    expect(statusCode).toBe(303);
    expect(headers.location).toContain('/sign-in?provider=apple');
    expect(headers.location).toContain('error=refused');
  });

  test('ignores an invalid name and invalid JSON', async () => {
    for (const user of ['{', '[]', '{"name":{"firstName":"<b>1</b>"}}', '"x"']) {
      const { posted, body } = await providers.goToApple();
      posted.set('user', user);
      await post(posted);
      const { data } = (await api.call('POST /auth/member/login-v3', { body })).body;
      expect(data.profile.last_name).toBeNull();
    }
  });

  test('refuses a client secret of another key or another client', async () => {
    const others = await startTestProviders();
    const { apple } = providers.settings;
    if (apple === null || others.settings.apple === null) throw new Error('Apple is configured');
    for (const change of [
      { privateKey: others.settings.apple.privateKey },
      { teamId: 'OTHER' },
      { keyId: 'OTHER' },
    ]) {
      const wrong = await startTestApi({
        config: { providers: { ...providers.settings, apple: { ...apple, ...change } } },
      });
      const { posted, body } = await providers.goToApple();
      await wrong.api.app.inject({
        method: 'POST',
        url: '/sign-in/apple',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: posted.toString(),
      });
      const answer = await wrong.call('POST /auth/member/login-v3', { body });
      expect([answer.status, answer.body.status]).toEqual([502, 'provider_failed']);
      await wrong.close();
    }
    await others.close();
  });
});
