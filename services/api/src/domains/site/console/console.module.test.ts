import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConsoleModule } from './console.module.ts';

const DOCUMENT = '<!doctype html><title>Console</title>';

let folder: string;
let app: FastifyInstance;

const createModule = (from: string, ownUrl: string | null = null) =>
  createConsoleModule({
    folder: from,
    ownUrl,
    publicUrl: () => 'https://sangwian.example',
    mediaPublicUrl: 'https://media.example',
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), DOCUMENT);
  writeFileSync(join(folder, 'theme.js'), 'document;');
  writeFileSync(join(folder, 'assets/main-abc.js'), 'export {};');
  app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await (await createModule(folder)).register?.(app);
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['/console', '/console/', '/console/staff/audit?role=owner', '/console/index.html'])(
  '%s returns the document of the console, which no cache may store and no search engine may index',
  async (url) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.body]).toEqual([200, DOCUMENT]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
  },
);

test('the content security policy of the console allows only scripts of its own origin and forbids framing', async () => {
  const { headers } = await app.inject({ url: '/console/' });
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.find((part) => part.startsWith('media-src'))).toContain('https://media.example');
});

test('a file with a hash in its name is immutable', async () => {
  const answer = await app.inject({ url: '/console/assets/main-abc.js' });
  expect([answer.statusCode, answer.body]).toEqual([200, 'export {};']);
  expect(answer.headers['cache-control']).toContain('immutable');
});

test('a missing asset returns an error and not the document', async () => {
  const answer = await app.inject({ url: '/console/assets/main-old.js' });
  expect([answer.statusCode, answer.body.includes('<title>')]).not.toContain(200);
});

test('without a build, the console is not served', async () => {
  expect(await createModule(join(folder, 'missing'))).toEqual({});
});

test('a console with a separate host is served on that host only', async () => {
  const own = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await (await createModule(folder, 'https://console.example')).register?.(own);
  const at = (host: string, url: string) => own.inject({ url, headers: { host } });
  try {
    const redirected = await at('sangwian.example', '/console/invitation?token=a');
    expect([redirected.statusCode, redirected.headers.location]).toEqual([
      302,
      'https://console.example/console/invitation?token=a',
    ]);
    expect((await at('sangwian.example', '/console')).statusCode).toBe(302);
    const served = await at('console.example', '/console/');
    expect(served.statusCode).toBe(200);
    expect(served.headers['content-security-policy']).toContain('wss://console.example');
    expect((await at('sangwian.example', '/consoles')).statusCode).toBe(404);
  } finally {
    await own.close();
  }
});
