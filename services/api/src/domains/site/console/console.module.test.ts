import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConsoleModule } from './console.module.ts';

const DOCUMENT = '<!doctype html><title>Console</title>';

let folder: string;
let app: FastifyInstance;

const createModule = (from: string) =>
  createConsoleModule({
    folder: from,
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
  '%s is the document, which is neither stored nor indexed',
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

test('the document allows its own scripts only and cannot be framed', async () => {
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

test('a file that is not in the build is not the document', async () => {
  const answer = await app.inject({ url: '/console/assets/main-old.js' });
  expect([answer.statusCode, answer.body.includes('<title>')]).not.toContain(200);
});

test('without a build there is no console', async () => {
  expect(await createModule(join(folder, 'missing'))).toEqual({});
});
