import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ENDPOINTS } from '@sangwian/contract/contract';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSampleSeason } from '../../sample-season/load.ts';
import { OWN_COMPRESS_BYTES_MIN } from './send-own.ts';

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const MOVEMENTS = 100;

let api: TestApi;
let memberId: MemberId;
let token: string;
beforeAll(async () => {
  // Responses are sent and cached as in production.
  api = await startTestApi({ config: { http: { checkAnswers: false, publicFreshMs: 60_000 } } });
  const fan = await api.makeFan({ coins: 1_000 });
  memberId = fan.memberId;
  token = await api.signIn(fan);
  const { program_live_id: liveId } = await loadSampleSeason(api.db, { now: new Date() });
  const bout = (await api.call(`GET /live/${liveId}`)).body.data.current_match_live_id;
  const gift = (await api.call('GET /gift')).body.data[0];
  await sql`
    select count(*) from generate_series(1, ${MOVEMENTS}) as n, lateral send_gifts(
      ${bout}::uuid, gen_random_uuid(), ${JSON.stringify({ type: 'bout', id: bout, title_th: 'แดง', title_en: 'Red' })}::jsonb,
      now(), array[${memberId}::uuid], array['red'], array[${gift.gift_id}::uuid], array[1], array[1::bigint],
      array[n || ':1']
    ) where n > 0
  `.execute(api.db);
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  api.api.app.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: { 'x-app-key': TEST_APP_KEY, ...headers },
  });
const own = (path: string, encoding: string) =>
  get(path, { authorization: `Bearer ${token}`, 'accept-encoding': encoding });

describe('a public response', () => {
  test.each(['br', 'gzip'] as const)('is compressed with %s on request', async (encoding) => {
    const plain = await get('/program');
    const packed = await get('/program', { 'accept-encoding': encoding });
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(plain.headers.vary).toContain('accept-encoding');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(DECODERS[encoding](packed.rawPayload).toString()).toBe(plain.payload);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  });

  test('has one ETag for each encoding, and 304 for the same encoding only', async () => {
    const encodings = ['identity', 'gzip', 'br'];
    const etags = await Promise.all(
      encodings.map(async (encoding) =>
        String((await get('/program', { 'accept-encoding': encoding })).headers.etag),
      ),
    );
    expect(new Set(etags).size).toBe(3);
    for (const [asked, encoding] of encodings.entries()) {
      for (const [known, etag] of etags.entries()) {
        const again = await get('/program', {
          'accept-encoding': encoding,
          'if-none-match': etag,
        });
        expect(again.statusCode).toBe(asked === known ? 304 : 200);
        if (again.statusCode === 304) expect(again.rawPayload).toHaveLength(0);
      }
    }
  });

  test('that is short is sent as it is', async () => {
    const { headers } = await get('/push/key', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('a private response to a member', () => {
  const history = (limit: number) =>
    `/auth/member/wallet/history?member_id=${memberId}&limit=${limit}`;

  test.each(['br', 'gzip'] as const)('that is long is compressed with %s', async (encoding) => {
    const plain = await own(history(100), 'identity');
    const packed = await own(history(100), encoding);
    expect(plain.rawPayload.length).toBeGreaterThan(OWN_COMPRESS_BYTES_MIN);
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'cache-control': 'no-store',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(packed.headers.etag).toBeUndefined();
    expect(DECODERS[encoding](packed.rawPayload).toString()).toBe(plain.payload);
  });

  test.each(['br', 'gzip'] as const)('that is streamed is compressed with %s', async (encoding) => {
    const path = `/auth/member/wallet/history/csv?member_id=${memberId}`;
    const packed = await own(path, encoding);
    expect(packed.headers['content-encoding']).toBe(encoding);
    const { data } = JSON.parse(DECODERS[encoding](packed.rawPayload).toString());
    expect(data).toEqual((await own(path, 'identity')).json().data);
    expect(data.csv.trimEnd().split('\r\n')).toHaveLength(MOVEMENTS + 2);
  });

  test('that is short is sent as it is', async () => {
    const short = await own(history(1), 'br');
    expect(short.headers['content-encoding']).toBeUndefined();
    expect(short.json().data).toHaveLength(1);
  });

  test('with secrets or text of other members is never compressed', async () => {
    const exported = await own('/auth/member/export', 'br, gzip');
    expect(exported.rawPayload.length).toBeGreaterThan(OWN_COMPRESS_BYTES_MIN);
    expect(exported.headers['content-encoding']).toBeUndefined();
    expect(exported.headers.vary ?? '').not.toContain('accept-encoding');
  });
});

test('only members’ reads that move no money may be compressed, and each has to be in a reviewed list', () => {
  const compressed = Object.entries(ENDPOINTS).filter(([, row]) => 'compress' in row);
  for (const [operation, row] of compressed) {
    expect(operation).toMatch(/^GET /);
    expect(row).toMatchObject({ identity: 'member', caller: 'browser' });
    expect(row).not.toHaveProperty('cache');
  }
  expect(compressed.map(([operation]) => operation).sort()).toEqual([
    'GET /auth/member/wallet/history',
    'GET /auth/member/wallet/history/csv',
    'GET /follow',
    'GET /follow/next',
    'GET /predict/history',
    'GET /program/reminder',
  ]);
});
