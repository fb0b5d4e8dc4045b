import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const ENTRY = `
let renders = 0;
export async function render({ url, call }) {
  renders += 1;
  await call('GET /live', { query: {} });
  return { status: 200, headers: {}, html: JSON.stringify({ url, renders }) };
}
export const renderArt = (path) => path.startsWith('/art/crest') ? '<svg>' + path + '</svg>' : null;
export const drawShareCard = async () => null;
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-web-'));
  for (const path of ['server', 'client']) mkdirSync(join(folder, path));
  writeFileSync(join(folder, 'server/entry-server.js'), ENTRY);
  writeFileSync(join(folder, 'server/package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'client/busy.html'), '<!doctype html><title>busy</title>');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (rendersPerAddressMax: number, publicFreshMs: number): Promise<TestApi> =>
  startTestApi({
    config: { web: { webDist: folder }, http: { rendersPerAddressMax, publicFreshMs } },
  });

const get = async ({ api }: TestApi, path: string, ip: string) => {
  const { statusCode, headers, payload } = await api.app.inject({
    url: path,
    headers: { 'user-agent': CHROME, 'x-forwarded-for': ip },
  });
  return { status: statusCode, headers, body: payload };
};
const rendersOf = async (api: TestApi, path: string): Promise<number> =>
  JSON.parse((await get(api, path, '198.51.100.250')).body).renders;

describe('with the limits of production', () => {
  const RENDERS_MAX = 100;
  /** The pages that fans usually open: the tabs, tonight's live, and the fighters of its card. */
  const ORDINARY = [
    ...['/', '/live', '/program', '/history', '/predict', '/sign-in', '/wallet', '/profile'],
    ...Array.from({ length: 24 }, (_, index) => `/history/boxer_detail?id=${index}`),
  ];
  let api: TestApi;
  beforeAll(async () => {
    api = await start(RENDERS_MAX, 0);
  });
  afterAll(() => api.close());

  test('500 fans behind one carrier address get all these pages', async () => {
    const statuses = new Map<number, number>();
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 500 }, (_, fan) =>
          get(api, ORDINARY[(fan + round) % ORDINARY.length] ?? '/', '203.0.113.1'),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 1_500 });
  });
});

describe('a flood from one address', () => {
  const RENDERS_MAX = 20;
  let api: TestApi;
  let roomy: TestApi;
  beforeAll(async () => {
    [api, roomy] = await Promise.all([start(RENDERS_MAX, 60_000), start(1_000, 60_000)]);
  });
  afterAll(() => Promise.all([api.close(), roomy.close()]));

  test('of random queries renders the page once', async () => {
    const before = await rendersOf(api, '/');
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => get(api, `/?x=${index}`, '203.0.113.2')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rendersOf(api, '/')).toBe(before);
  });

  test('of unknown paths renders one page', async () => {
    const before = await rendersOf(api, '/nothing');
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => get(api, `/no${index}`, '203.0.113.3')),
    );
    expect(await rendersOf(api, '/nothing')).toBe(before);
  });

  test('of different pages is refused beyond the limit, with a busy page and Retry-After', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => get(api, `/history?q=${index}`, '203.0.113.4')),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(RENDERS_MAX);
    expect(refused).toHaveLength(100 - RENDERS_MAX);
    expect(refused[0]?.body).toContain('<title>busy</title>');
    expect(refused[0]?.headers).toMatchObject({
      'cache-control': 'no-store',
      'retry-after': expect.stringMatching(/^\d+$/),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const metrics = (await api.api.internal.inject({ url: '/metrics' })).payload;
    expect(metrics).toContain(`pages_refused_total{code="rate_limited"} ${100 - RENDERS_MAX}`);
    // The limit affects neither other addresses nor cached pages.
    expect((await get(api, '/history?q=others', '203.0.113.5')).status).toBe(200);
    expect((await get(api, '/', '203.0.113.4')).status).toBe(200);
  });

  test('does not delay another address that requests the same page', async () => {
    const paced = 60;
    let answered = 0;
    const flood = Array.from({ length: paced }, async (_, index) => {
      await get(roomy, `/history?q=paced${index}`, '203.0.113.11');
      answered += 1;
    });
    const other = await get(roomy, `/history?q=paced${paced - 1}`, '203.0.113.12');
    expect(other.status).toBe(200);
    expect(answered).toBeLessThan(paced / 2);
    await Promise.all(flood);
    // The address of the flood then gets the page that was rendered for the other address.
    expect((await get(roomy, `/history?q=paced${paced - 1}`, '203.0.113.11')).body).toBe(
      other.body,
    );
  });

  test('of requests for one page renders the page once', async () => {
    const before = await rendersOf(api, '/wallet');
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => get(api, '/program?day=2026-11-22', '203.0.113.6')),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await rendersOf(api, '/terms')).toBe(before + 2);
  });

  test('of unknown drawings does not evict a cached drawing', async () => {
    const first = await get(api, '/art/crest/kept.svg', '203.0.113.7');
    await Promise.all(
      Array.from({ length: 1_200 }, (_, index) => get(api, `/art/no/${index}.svg`, '203.0.113.8')),
    );
    expect((await get(api, '/art/crest/kept.svg', '203.0.113.8')).body).toBe(first.body);
  });
});

describe('a stale cached page', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await start(1, 0);
  });
  afterAll(() => api.close());

  test('is served to an address that is over its limit', async () => {
    const first = await get(api, '/program', '203.0.113.9');
    const again = await get(api, '/program', '203.0.113.9');
    expect(again.status).toBe(200);
    expect(again.body).toBe(first.body);
    const other = await get(api, '/program', '203.0.113.10');
    expect(other.body).not.toBe(first.body);
  });
});
