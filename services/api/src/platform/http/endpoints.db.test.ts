import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS, type Operation } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import { LIMITS } from '@sangwian/contract/limits';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Requests to staff endpoints are refused before their parts are read; `staff-callers.db.test.ts` tests them. */
const OPERATIONS = (Object.entries(ENDPOINTS) as [Operation, Endpoint][]).filter(
  ([operation, { identity }]) => !isComing(operation) && identity !== 'staff',
);
const ID = '01920000-0000-7000-8000-000000000000';
const LIVE = 'GET /live';

/**
 * Endpoints for a member's own data respond with not found to any foreign id. The tests of these endpoints cover this.
 */
const OWN_DATA = /\{member_(session_)?id\}/;

/** Declares a test only if the condition holds: a skipped test would look forgotten. */
const testWhere = (applies: boolean): typeof test | (() => void) => (applies ? test : () => {});

/** Returns the path of an endpoint with valid values for all parameters. */
const addressOf = (operation: string): string => operation.replace(/\{\w+\}/g, ID);

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn(await api.makeFan());
});
afterAll(() => api.close());

describe.each(OPERATIONS)('%s', (operation, endpoint) => {
  const address = addressOf(operation);

  testWhere(endpoint.caller === 'browser')('refuses a wrong app key and none', async () => {
    for (const key of ['', 'wrong', `${'x'.repeat(5_000)}`]) {
      const answer = await api.call(address, { token, headers: { 'x-app-key': key } });
      expect(answer.status).toBe(401);
      expect(answer.body.status).toBe('app_key_invalid');
    }
  });

  testWhere(endpoint.identity === 'member')('wants a member', async () => {
    const none = await api.call(address);
    expect([none.status, none.body.status]).toEqual([401, 'token_missing']);
    const dead = await api.call(address, { token: 'dead' });
    expect([dead.status, dead.body.status]).toEqual([401, 'token_invalid']);
  });

  testWhere(endpoint.identity === 'visitor')('does not mind a dead token', async () => {
    const answer = await api.call(address, { token: 'dead' });
    // A file upload has no JSON body.
    expect(answer.body?.status).not.toBe('token_invalid');
  });

  testWhere(endpoint.body !== undefined)('refuses a body that is none', async () => {
    const { bodyBytesMax = LIMITS.bodyBytesMax } = endpoint;
    const depth = Math.min(5_000, Math.floor(bodyBytesMax / 7));
    const openCount = Math.min(60_000, bodyBytesMax - 1);
    for (const [body, status, code] of [
      [undefined, 400, 'body_malformed'],
      ['', 400, 'body_malformed'],
      ['{"a":', 400, 'body_malformed'],
      ['[]', 400, 'request_invalid'],
      ['null', 400, 'request_invalid'],
      ['"text"', 400, 'request_invalid'],
      ['{"__proto__":{"admin":true}}', 400, 'request_invalid'],
      [`{"a":"${'x'.repeat(70_000)}"}`, 413, 'body_too_large'],
      [`${'['.repeat(depth)}${']'.repeat(depth)}`, 400, 'request_invalid'],
      [`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, 400, 'request_invalid'],
      ['['.repeat(openCount), 400, 'body_malformed'],
    ] as const) {
      const answer = await api.call(address, { token, body });
      expect([answer.status, answer.body.status], String(body).slice(0, 40)).toEqual([
        status,
        code,
      ]);
    }
  });

  testWhere(endpoint.params !== undefined && !OWN_DATA.test(operation))(
    'refuses a malformed id',
    async () => {
      const call = { token, ...(endpoint.body === undefined ? {} : { body: {} }) };
      for (const id of ['x', '%F0%9F%A5%8A', '%00', '1%27%20or%201', '..%2f..']) {
        const answer = await api.call(operation.replace(/\{\w+\}/g, id), call);
        expect([answer.status, answer.body.status], id).toEqual([400, 'request_invalid']);
      }
    },
  );

  test('refuses all other methods and lists its own', async () => {
    const [method = '', path = ''] = address.split(' ');
    const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
      (other) =>
        !Object.hasOwn(ENDPOINTS, `${other} ${operation.split(' ')[1]}`) &&
        // A link is created at its own path and deleted at the path of all links.
        !(other === 'DELETE' && /\/link\/[a-z]+$/.test(path)),
    );
    for (const other of others) {
      const answer = await api.call(`${other} ${path}`, { token });
      expect([answer.status, answer.body.status]).toEqual([405, 'method_not_allowed']);
      expect(String(answer.headers.allow).split(', ')).toContain(method);
    }
  });
});

describe('every response', () => {
  test('contains a request id, which is the caller’s if it is valid', async () => {
    const given = await api.call(LIVE, { headers: { 'x-request-id': 'journey-0042' } });
    expect(given.headers['x-request-id']).toBe('journey-0042');
    for (const id of ['short', 'x'.repeat(65), 'with space inside', '<script>alert(1)</script>']) {
      const made = await api.call(LIVE, { headers: { 'x-request-id': id } });
      expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('cannot be framed, sniffed or executed', async () => {
    const { headers } = await api.call(LIVE);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['permissions-policy']).toContain('camera=(), ');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('for an unknown path is 404 in JSON for every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await api.call(`${method} /nothing/here`);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        status: 'not_found',
        message: 'This page could not be found',
        request_id: answer.headers['x-request-id'],
      });
    }
  });
});

describe('a public response', () => {
  test('can be cached and revalidated with an ETag', async () => {
    const first = await api.call(LIVE);
    expect(first.headers['cache-control']).toBe('public, max-age=2, stale-while-revalidate=30');
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await api.call(LIVE, { headers: { 'if-none-match': known } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await api.call(LIVE, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('is the same with and without a token', async () => {
    const [visitor, member] = [await api.call(LIVE), await api.call(LIVE, { token })];
    expect(member.headers.etag).toBe(visitor.headers.etag);
    expect(member.text).toBe(visitor.text);
  });

  test('has no body for HEAD', async () => {
    const head = await api.call('HEAD /live');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.etag).toBe((await api.call(LIVE)).headers.etag);
  });
});

describe('a list endpoint', () => {
  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'limit=-1', 'limit=1&limit=2'])(
    'refuses %s',
    async (query) => {
      const answer = await api.call(`${LIVE}?${query}`);
      expect([answer.status, answer.body.details[0].path]).toEqual([400, 'query.limit']);
    },
  );

  test.each(['x', '%00', 'bnVsbA', 'WzEsMl0', '%F0%9F%A5%8A', 'e30'])(
    'refuses the cursor %s',
    async (cursor) => {
      const answer = await api.call(`${LIVE}?cursor=${cursor}`);
      expect([answer.status, answer.body.status]).toEqual([400, 'request_invalid']);
    },
  );

  test('ignores unknown parameters', async () => {
    expect((await api.call(`${LIVE}?utm_source=line&limit=5`)).status).toBe(200);
  });
});

test('requests are limited per session and per IP address, and a refusal contains the time to wait', async () => {
  const limited = await startTestApi({
    config: { http: { callsPerSessionMax: 3, callsPerAddressMax: 8 } },
  });
  try {
    const fan = await limited.makeFan();
    const mine = await limited.signIn(fan);
    const call = () =>
      limited.call(`GET /auth/member/profile?member_id=${fan.memberId}`, { token: mine });
    for (let count = 0; count < 3; count += 1) expect((await call()).status).toBe(200);
    const refused = await call();
    expect([refused.status, refused.body.status]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    for (let count = 5; count < 8; count += 1) expect((await limited.call(LIVE)).status).toBe(200);
    expect((await limited.call(LIVE)).status).toBe(429);
    expect((await limited.call(LIVE, { ip: '198.51.100.1' })).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test('X-Forwarded-For is trusted from trusted proxies only', async () => {
  const strict = await startTestApi({
    config: { http: { trustProxy: [], callsPerAddressMax: 1 } },
  });
  try {
    expect((await strict.call(LIVE, { ip: '198.51.100.1' })).status).toBe(200);
    expect((await strict.call(LIVE, { ip: '198.51.100.2' })).status).toBe(429);
  } finally {
    await strict.close();
  }
});

test('without a database, a request fails as unavailable with Retry-After', async () => {
  const lonely = await startTestApi({ databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' });
  try {
    for (const [what, call] of [
      [LIVE, {}],
      ['GET /auth/member/profile?member_id=x', { token: 'x'.repeat(43) }],
      ['POST /auth/member/login-v2', { body: { phone: '0812345001', password: 'x' } }],
    ] as const) {
      const answer = await lonely.call(what, call);
      expect([answer.status, answer.body.status], what).toEqual([503, 'unavailable']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(answer.body.message).toBe('System error. Please try again.');
    }
  } finally {
    await lonely.close();
  }
});
