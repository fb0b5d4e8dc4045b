import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const SCRIPT = 'console.log("สังเวียน");'.repeat(100);

/** A minimal web build, whose page is its input as JSON. */
const ENTRY = `
let renders = 0;
let failing = false;
export async function render(input) {
  const path = input.url.split('?')[0];
  if (path === '/download') return { status: 302, headers: { location: '/app' }, html: '' };
  if (path === '/app') {
    if (failing) return { status: 503, headers: {}, html: 'failed ' + ++renders };
    failing = true;
  }
  if (path === '/banuser') throw new Error('a bug of the web');
  const lives = await input.call('GET /live', { query: {} });
  const refused = await input
    .call('GET /live/{program_live_id}', { params: { program_live_id: '${'0'.repeat(8)}-0000-7000-8000-000000000000' } })
    .catch((error) => [error.code, error.httpStatus, error.message]);
  const rendered = { ...input, renders: ++renders, lives, refused, signal: input.signal.aborted };
  return {
    status: path === '/404' ? 404 : 200,
    headers: { 'content-language': input.language.toLowerCase() },
    html: JSON.stringify(rendered) + ' '.repeat(2000),
    styleHashes: ['sha256-c3R5bGU='],
    scriptHashes: ['sha256-c2NyaXB0'],
  };
}
export const renderArt = (path) => path.startsWith('/art/crest') ? '<svg>' + path + '</svg>' : null;
`;

let folder: string;
let api: TestApi;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-web-'));
  for (const path of ['server', 'client/assets', 'client/.vite']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  const write = (path: string, content: string | Buffer) =>
    writeFileSync(join(folder, path), content);
  write('server/entry-server.js', ENTRY);
  write('server/package.json', '{"type":"module"}');
  write('client/.vite/manifest.json', '{}');
  write('client/assets/app-1a2b.js', SCRIPT);
  write('client/sw.js', SCRIPT);
  write('client/assets/built-3c4d.js', SCRIPT);
  write('client/assets/built-3c4d.js.br', brotliCompressSync(SCRIPT));
  write('client/assets/built-3c4d.js.gz', gzipSync(SCRIPT));
  write('client/assets/font-5e6f.woff2', Buffer.alloc(5_000));
  write('client/unsupport.html', '<!doctype html><title>unsupported</title>');
  api = await startTestApi({
    config: {
      http: { publicUrl: 'https://fan.example', publicFreshMs: 60_000 },
      upstream: { mediaPublicUrl: 'https://cdn.example' },
      web: { webDist: folder, frameAncestors: ['https://partner.example'] },
    },
  });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await api.api.app.inject({
    method: 'GET',
    url: path,
    headers: { 'user-agent': CHROME, ...headers },
  });
  return { ...response, headers: response.headers, bytes: response.rawPayload };
};
const page = async (path: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: sent, bytes } = await get(path, headers);
  return { status: statusCode, headers: sent, rendered: JSON.parse(bytes.toString()) };
};

test('the service worker may send requests to this site only, and is always revalidated', async () => {
  const { headers } = await get('/sw.js');
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'cache-control': 'no-cache',
  });
});

describe('a page', () => {
  test('is rendered from its input, and the rendering can request data from the API', async () => {
    const { status, headers, rendered } = await page('/live/1?lang=en', { cookie: 'language=TH' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'cache-control': 'public, max-age=0, must-revalidate',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      vary: 'cookie, user-agent, sec-ch-ua, sec-ch-ua-mobile, accept-encoding',
    });
    expect(rendered).toMatchObject({
      url: '/live/1',
      language: 'EN',
      publicUrl: 'https://fan.example',
      lives: { data: [], next_cursor: null },
      refused: ['live_not_found', 404, 'No live match currently.'],
      signal: false,
    });
  });

  test('has a policy with the hashes of its inline content, and forbids framing', async () => {
    const policy = String((await page('/')).headers['content-security-policy']);
    expect(policy).toContain("style-src 'self' 'sha256-c3R5bGU='");
    expect(policy).toContain("script-src 'self' 'sha256-c2NyaXB0'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test.each([
    '/stream',
    '/streamwebrtc?x=1',
    '/program',
    '/history',
    '/history/boxer_detail?id=1&versus=2',
  ])('%s may be framed by partners', async (path) => {
    const policy = (await page(path)).headers['content-security-policy'];
    expect(policy).toContain('frame-ancestors https://partner.example');
  });

  test('that does not exist is rendered with status 404', async () => {
    const { status, headers } = await page('/nothing');
    expect(status).toBe(404);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('redirects and keeps the language in the URL', async () => {
    const { statusCode, headers } = await get('/download');
    expect([statusCode, headers.location]).toEqual([302, '/app']);
    expect((await get('/download?lang=EN')).headers.location).toBe('/app?lang=en');
  });

  test('that fails to render does not reveal the cause', async () => {
    const { statusCode, bytes } = await get('/banuser');
    expect(statusCode).toBe(500);
    expect(bytes.toString()).not.toContain('a bug of the web');
  });

  test('that fails to render is served stale, and the failure is not cached', async () => {
    const fresh = await startTestApi({ config: { web: { webDist: folder } } });
    const ask = async (language: string) => {
      const headers = { 'user-agent': CHROME, cookie: `language=${language}` };
      const { statusCode, body } = await fresh.api.app.inject({ url: '/app', headers });
      return { status: statusCode, body };
    };
    const made = await ask('TH');
    expect(made.status).toBe(200);
    // The page in the other language has not been rendered before, so no stale page exists.
    const [failed, again] = [await ask('EN'), await ask('EN')];
    expect([failed.status, again.status]).toEqual([503, 503]);
    expect(again.body).not.toBe(failed.body);
    expect(await ask('TH')).toEqual(made);
    await fresh.close();
  });

  test('is rendered once for each language and each set of known parameters', async () => {
    const [first, again] = await Promise.all([page('/history'), page('/history')]);
    expect(again.rendered.renders).toBe(first.rendered.renders);
    const other = await page('/history', { cookie: 'language=EN' });
    expect(other.rendered.renders).toBeGreaterThan(first.rendered.renders);
    expect((await page('/history?q=a')).rendered.renders).toBeGreaterThan(other.rendered.renders);
  });

  test('is rendered separately for phones, by user agent or client hint', async () => {
    const desktop = await page('/program');
    const phone = await page('/program', { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' });
    const hinted = await page('/program', { 'sec-ch-ua-mobile': '?1' });
    expect([desktop.rendered.device, phone.rendered.device]).toEqual(['desktop', 'mobile']);
    expect(hinted.rendered.renders).toBe(phone.rendered.renders);
  });

  test.each(['/history?x=1', '/history?y=2&x=1&lang=th', '/History/', '/%68istory', '/history?q='])(
    '%s is served from the cache',
    async (path) => {
      const { rendered } = await page('/history');
      expect((await page(path)).rendered.renders).toBe(rendered.renders);
    },
  );

  test('with its known parameters in another order is served from the cache', async () => {
    const first = await page('/history/boxer_detail?id=a&versus=b');
    const other = await page('/history/boxer_detail?versus=b&x=1&id=a');
    expect(other.rendered.renders).toBe(first.rendered.renders);
  });

  test('that does not exist is rendered once for all unknown URLs', async () => {
    const first = await page('/nothing/1');
    expect((await page('/nothing/2')).rendered.renders).toBe(first.rendered.renders);
  });

  test('of an encrypted sign-in link is rendered without the secret and does not leak the secret', async () => {
    for (const path of ['/redirect', '/redirect/', '/Redirect', '/%72edirect']) {
      const { headers, rendered } = await page(`${path}?data=sealed-secret&lang=en`);
      expect(JSON.stringify(rendered)).not.toContain('sealed-secret');
      expect(rendered).toMatchObject({ url: '/redirect', language: 'EN' });
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    }
    const [first, second] = [await page('/redirect?data=a'), await page('/redirect?data=b')];
    expect(second.rendered.renders).toBe(first.rendered.renders);
  });

  test('gets a 304 response if the ETag matches', async () => {
    const { headers } = await get('/history');
    const again = await get('/history', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  });

  test('is compressed with the encoding that the browser accepts', async () => {
    const plain = (await get('/history')).bytes;
    const br = await get('/history', { 'accept-encoding': 'gzip, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.bytes)).toEqual(plain);
    const gzip = await get('/history', { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.bytes)).toEqual(plain);
    expect(br.headers.etag).not.toBe(gzip.headers.etag);
  });

  test('redirects unsupported desktop browsers to the page that explains the requirements', async () => {
    const { statusCode, headers } = await get('/', { 'user-agent': FIREFOX });
    expect([statusCode, headers.location]).toEqual([302, '/unsupport.html']);
    expect(headers.vary).toBe('user-agent, sec-ch-ua, sec-ch-ua-mobile');
    const brave = '"Chromium";v="140", "Brave";v="140"';
    expect((await get('/', { 'sec-ch-ua': brave })).headers.location).toBe('/unsupport.html');
    const rendered = await get('/unsupport.html', { 'user-agent': FIREFOX });
    expect([rendered.statusCode, rendered.bytes.toString()]).toEqual([
      200,
      '<!doctype html><title>unsupported</title>',
    ]);
    expect((await get('/art/crest/a.svg', { 'user-agent': FIREFOX })).statusCode).toBe(200);
  });
});

describe('a file of the build', () => {
  test('that is an HTML page may load the site’s styles', async () => {
    const policy = (await get('/unsupport.html')).headers['content-security-policy'];
    expect(policy).toContain("style-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  test.each(['app-1a2b', 'built-3c4d'])('%s is immutable and compressed', async (name) => {
    const { statusCode, headers, bytes } = await get(`/assets/${name}.js`, {
      'accept-encoding': 'br',
    });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT);
    const known = await get(`/assets/${name}.js`, {
      'accept-encoding': 'br',
      'if-none-match': String(headers.etag),
    });
    expect(known.statusCode).toBe(304);
  });

  test('that is already compressed is not compressed again', async () => {
    const { headers } = await get('/assets/font-5e6f.woff2', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '5000' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test.each([
    '/assets/missing.js',
    '/assets/../server/entry-server.js',
    '/assets/..%2fserver%2fentry-server.js',
    '/assets/built-3c4d.js.br/',
  ])('%s is not served', async (path) => {
    const { statusCode, bytes } = await get(path);
    expect(statusCode).not.toBe(500);
    expect(bytes.toString()).not.toContain('renderArt');
  });

  test('hidden files are not served', async () => {
    expect((await get('/.vite/manifest.json')).bytes.toString()).not.toBe('{}');
  });
});

describe('a drawing', () => {
  test('is immutable', async () => {
    const { statusCode, headers, bytes } = await get('/art/crest/ก.svg?size=2');
    expect(statusCode).toBe(200);
    expect(bytes.toString()).toContain('<svg>');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  test('that is unknown is not found', async () => {
    expect((await get('/art/nothing.svg')).statusCode).toBe(404);
  });
});

test('internal routes are not reachable from outside', async () => {
  for (const path of ['/internal/media/revocations', '/control/channels', '/metrics']) {
    const { rendered } = await page(path);
    // The page for unknown URLs.
    expect(rendered.url).toBe('/404');
  }
});
