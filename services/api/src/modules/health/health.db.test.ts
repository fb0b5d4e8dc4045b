import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../database/create-database.ts';

const SECRET = 'secret-of-a-test';

let channels: unknown = { channels: [] };
const media = createServer((request, response) => {
  if (request.url !== `/control/${SECRET}/channels`) return response.writeHead(404).end();
  response.end(JSON.stringify(channels));
});
let api: TestApi;
beforeAll(async () => {
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
  api = await startTestApi({
    config: {
      mediaInternalUrl: `http://127.0.0.1:${(media.address() as AddressInfo).port}`,
      internalSecret: SECRET,
      demoPicture: true,
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

test('the process lives', async () => {
  expect(await get('/health/live')).toEqual({ status: 200, body: { live: true } });
});

test('what is missing is named, and nothing else', async () => {
  expect(await get('/health/ready')).toEqual({
    status: 503,
    body: { ready: false, missing: ['picture', 'pages'] },
  });
  // On air, but not a whole segment yet.
  channels = { channels: [{ channel_id: 'ring-1', live: true, playable: false }] };
  expect((await get('/health/ready')).body.missing).toEqual(['picture', 'pages']);
  channels = { channels: [{ channel_id: 'ring-1', live: true, playable: true }] };
  expect((await get('/health/ready')).body.missing).toEqual(['pages']);
  channels = 'nonsense';
  expect((await get('/health/ready')).body.missing).toEqual(['media', 'pages']);
  // Only the owner may.
  const owner = createDatabase(api.databaseUrl, createLogger('test', 'silent'));
  await sql`delete from schema_migration where name like '%chat%'`.execute(owner);
  await owner.destroy();
  expect((await get('/health/ready')).body.missing).toContain(
    'migration 20261121020200-chat-tables',
  );
});

test('metrics count calls by route, on the internal listener alone', async () => {
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

test('an internal address without the right secret is not there', async () => {
  for (const secret of ['wrong', `${SECRET}x`, '%00', '%2e%2e']) {
    const url = `/internal/${secret}/media/revocations`;
    const { statusCode } = await api.api.internal.inject({ method: 'GET', url });
    expect(statusCode, secret).toBe(404);
  }
  const url = `/internal/${SECRET}/media/revocations`;
  expect((await api.api.internal.inject({ method: 'GET', url })).statusCode).toBe(200);
  expect((await api.api.app.inject({ method: 'GET', url })).statusCode).toBe(404);
});

test('the reference and its document are there, with nothing from elsewhere', async () => {
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
