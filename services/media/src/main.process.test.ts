import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealGrant } from '@sangwian/node-kit/playback-grant';
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

const readyOf = (child: ReturnType<typeof fork>): Promise<Record<string, number>> =>
  new Promise((resolve) =>
    child.once('message', (message) => resolve((message as { ports: never }).ports)),
  );

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

it('still refuses what was revoked when it was killed and started again, from its first answer on', async () => {
  const grantFor = (watchSessionId: string) =>
    sealGrant(
      { path: 'channel', watchSessionId, expiresAtS: Math.floor(Date.now() / 1000) + 600 },
      'grant-secret',
    );
  const ask = async (port: number, watchSessionId: string) => {
    const address = `http://127.0.0.1:${port}/media/channel/index.m3u8?token=${grantFor(watchSessionId)}`;
    return ((await (await fetch(address)).json()) as { status: string }).status;
  };
  const revocation = {
    watch_session_id: 'ejected',
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  };
  const first = fork(MAIN, { env: environment(), silent: true });
  const { http = 0 } = await readyOf(first);
  expect(await ask(http, 'ejected')).toBe('stream_not_found');
  api.revocations = [revocation];
  await fetch(`http://127.0.0.1:${http}/control/${SECRET}/revocations`, {
    method: 'POST',
    body: JSON.stringify({ revocations: [revocation], cursor: 1 }),
  });
  expect(await ask(http, 'ejected')).toBe('grant_invalid');
  first.kill('SIGKILL');
  await exitOf(first);

  const second = fork(MAIN, { env: environment(), silent: true });
  const { http: again = 0 } = await readyOf(second);
  expect(await ask(again, 'ejected')).toBe('grant_invalid');
  expect(await ask(again, 'other')).toBe('stream_not_found');
  const exit = exitOf(second);
  second.disconnect();
  expect(await exit).toBe(0);

  // An API that is away keeps nobody out for long.
  api.away = true;
  const third = fork(MAIN, { env: environment(), silent: true });
  const { http: alone = 0 } = await readyOf(third);
  expect(await ask(alone, 'other')).toBe('stream_not_found');
  api.away = false;
  const end = exitOf(third);
  third.disconnect();
  await end;
});
