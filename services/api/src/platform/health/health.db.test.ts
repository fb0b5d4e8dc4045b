import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { createLogger } from '@sangwian/node-kit/logger';
import { runAsAdmin } from '@sangwian/testkit/database-cluster';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '../database/create-database.ts';
import { findMediaGaps } from './media-gaps.ts';

const SECRET = 'secret-of-a-test';

let channels: unknown = { channels: [] };
const media = createServer((request, response) => {
  const isOurs = request.headers.authorization === internalHeaders(SECRET).authorization;
  if (!isOurs || request.url !== '/control/channels') return response.writeHead(404).end();
  response.end(JSON.stringify(channels));
});
let api: TestApi;
beforeAll(async () => {
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
  api = await startTestApi({
    config: {
      upstream: {
        mediaInternalUrl: `http://127.0.0.1:${(media.address() as AddressInfo).port}`,
        demoPicture: true,
      },
      secrets: { internalSecret: SECRET },
    },
  });
});
afterAll(async () => {
  media.closeAllConnections();
  media.close();
  await api.close();
});

const get = async (url: string) => {
  const response = await api.api.app.inject({ method: 'GET', url });
  return { status: response.statusCode, body: response.json() };
};

test('the liveness check succeeds', async () => {
  expect(await get('/health/live')).toEqual({ status: 200, body: { live: true } });
});

test('the readiness check lists exactly the gaps', async () => {
  expect(await get('/health/ready')).toEqual({
    status: 503,
    body: { ready: false, missing: ['picture', 'pages'] },
  });
  // On air, but without a complete segment.
  channels = { channels: [{ channel_id: 'ring-1', live: true, playable: false }] };
  expect((await get('/health/ready')).body.missing).toEqual(['picture', 'pages']);
  channels = { channels: [{ channel_id: 'ring-1', live: true, playable: true }] };
  expect((await get('/health/ready')).body.missing).toEqual(['pages']);
  channels = 'nonsense';
  expect((await get('/health/ready')).body.missing).toEqual(['media', 'pages']);
  // Only the owner may change migrations.
  const owner = createDatabase(api.databaseUrl, createLogger('test', 'silent'));
  await sql`delete from kysely_migration where name like '%-live'`.execute(owner);
  await owner.destroy();
  expect((await get('/health/ready')).body.missing).toContain('migration 0004-live');
});

test('a node needs no media process if players load media from another URL', async () => {
  const media = { url: '', secret: '', pictureNeeded: true, hasOther: async () => false };
  expect(await findMediaGaps({ ...media, isElsewhere: true })).toEqual([]);
  expect(await findMediaGaps({ ...media, isElsewhere: false })).toEqual(['media']);
});

test('a node stays ready while its media process does not respond and another media process serves', async () => {
  const media = { url: 'http://127.0.0.1:1', secret: '', pictureNeeded: false, isElsewhere: false };
  expect(await findMediaGaps({ ...media, hasOther: async () => false })).toEqual(['media']);
  expect(await findMediaGaps({ ...media, hasOther: async () => true })).toEqual([
    expect.objectContaining({ name: 'media', isTolerable: true }),
  ]);
});

describe('a full disk', () => {
  test('of the node is reported with advice', async () => {
    const full = await startTestApi({
      config: { storage: { freeDiskBytesMin: Number.MAX_SAFE_INTEGER } },
    });
    const { statusCode, body } = await full.api.app.inject('/health/ready');
    const { missing, advice } = JSON.parse(body);
    expect(statusCode).toBe(503);
    expect(missing).toContain('disk');
    expect(advice).toContainEqual(expect.stringMatching(/^disk: \d+ MB are free .* Free space/));
    await full.close();
  });

  test('of the database is reported from the first refused write until writes succeed', async () => {
    const { adminUrl } = inject('testCluster');
    const name = new URL(api.databaseUrl).pathname.slice(1);
    // Settings of a database apply only to new connections, so existing connections are closed.
    const change = async (setting: string) => {
      await runAsAdmin(adminUrl, `ALTER DATABASE ${name} ${setting}`);
      await runAsAdmin(
        adminUrl,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
    };
    const missing = async () => (await get('/health/ready')).body.missing;
    const { phone, password } = await api.makeFan();
    const owner = createDatabase(api.databaseUrl, createLogger('test', 'silent'));
    // Raises PostgreSQL's error of a full disk. A full disk has no room for temporary files either.
    await sql`create function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(
      owner,
    );
    await sql`create trigger full_disk before insert on member_session
      for each row execute function refuse_write()`.execute(owner);
    await owner.destroy();
    await change('SET temp_file_limit = 0');
    await expect.poll(missing).not.toContain('database');
    expect(await missing()).not.toContain('disk');
    const refused = await api.call('POST /auth/member/login-v2', { body: { phone, password } });
    expect([refused.status, refused.body.status]).toEqual([503, 'unavailable']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get('/health/ready')).body).toMatchObject({
      missing: expect.arrayContaining(['disk']),
      advice: [expect.stringMatching(/^disk: PostgreSQL cannot write .* Free space/)],
    });
    await change('RESET temp_file_limit');
    await expect.poll(missing).not.toContain('disk');
  });
});

test('metrics count requests by route, on the internal listener only', async () => {
  await api.call('GET /live');
  await api.call('GET /live/01920000-0000-7000-8000-000000000000');
  const { payload } = await api.api.internal.inject({ method: 'GET', url: '/metrics' });
  expect(payload).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/live/:program_live_id",status="404"} 1',
  );
  expect(payload).not.toContain('01920000');
  expect(payload).toContain('nodejs_eventloop_lag_seconds');
  expect((await api.api.app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404);
});

test('responds with 404 at an internal path without the right secret in the header', async () => {
  const url = '/internal/media/revocations';
  const headers = internalHeaders(SECRET);
  for (const secret of ['wrong', `${SECRET}x`, '']) {
    const request = { url, headers: internalHeaders(secret) };
    expect((await api.api.internal.inject(request)).statusCode, secret).toBe(404);
  }
  // A secret in the path gives no access, because proxies log paths.
  const inPath = `/internal/${SECRET}/media/revocations`;
  expect((await api.api.internal.inject({ url: inPath })).statusCode).toBe(404);
  expect((await api.api.internal.inject({ url })).statusCode).toBe(404);
  expect((await api.api.internal.inject({ url, headers })).statusCode).toBe(200);
  expect((await api.api.app.inject({ url, headers })).statusCode).toBe(404);
});

test('serves the API reference and its document without external resources', async () => {
  const page = await api.api.app.inject({ method: 'GET', url: '/api/docs' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  const addresses = [...page.payload.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, url]) => url ?? '',
  );
  expect(addresses).toHaveLength(4);
  for (const url of [...addresses, '/api/v1/openapi.json']) {
    expect(url).toMatch(/^\/api\//);
    expect((await api.api.app.inject({ method: 'GET', url })).statusCode, url).toBe(200);
  }
  const missing = await api.api.app.inject({ method: 'GET', url: '/api/docs/..%2fpackage.json' });
  expect(missing.statusCode).toBe(404);
});
