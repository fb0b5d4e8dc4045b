import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InternalApi, startInternalApi } from './testing/internal-api.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const SECRET = 'internal-secret';

let api: InternalApi;
let dataDir: string;
beforeAll(async () => {
  api = await startInternalApi(SECRET);
  dataDir = await mkdtemp(join(tmpdir(), 'sangwian-media-'));
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true, force: true });
});

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  API_INTERNAL_URL: api.url,
  INTERNAL_SECRET: SECRET,
  GRANT_SECRET: 'grant-secret',
  MEDIA_PORT: '0',
  RTMP_PORT: '0',
  MEDIA_WEBRTC_PORT: '0',
  LOG_LEVEL: 'silent',
  ...more,
});

const exitOf = (child: ReturnType<typeof fork>): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code)));

it('says where it listens, forgets what a process before it left, and ends when its parent is gone', async () => {
  const leftOver = join(dataDir, 'media', 'channel');
  await mkdir(leftOver, { recursive: true });
  await writeFile(join(leftOver, '1.m4s'), 'old');
  const child = fork(MAIN, { env: environment(), silent: true });
  const message = await new Promise<{ type: string; ports: Record<string, number> }>((resolve) =>
    child.once('message', (ready) => resolve(ready as never)),
  );
  expect(message).toEqual({
    type: 'ready',
    ports: { http: expect.any(Number), rtmp: expect.any(Number), webrtc: expect.any(Number) },
  });
  expect((await fetch(`http://127.0.0.1:${message.ports.http}/health`)).status).toBe(200);
  expect(await readdir(join(dataDir, 'media'))).toEqual([]);
  const exit = exitOf(child);
  child.disconnect();
  expect(await exit).toBe(0);
});

it('names the variable that it cannot start without', async () => {
  const child = fork(MAIN, { env: environment({ GRANT_SECRET: '' }), silent: true });
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint += String(chunk);
  });
  expect(await exitOf(child)).not.toBe(0);
  expect(complaint).toContain('GRANT_SECRET');
});
