import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const PORT = '19424';
const SITE = `http://127.0.0.1:${PORT}`;
const READY_MS_MAX = 100_000;

const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-dev-test-'));
let child: ChildProcess;
let output = '';
beforeAll(async () => {
  child = spawn(process.execPath, [join(import.meta.dirname, '../start/start.ts'), '--dev'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT,
      RTMP_PORT: '19425',
      DEMO_CROWD: '0',
      DEMO_STORY: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(output);
      expect(output).toContain(`Sangwian is ready at http://localhost:${PORT}`);
    },
    { timeout: READY_MS_MAX, interval: 50 },
  );
}, READY_MS_MAX);
afterAll(async () => {
  const exited = once(child, 'close');
  child.kill('SIGINT');
  await exited;
  rmSync(dataDir, { recursive: true, force: true });
});

const get = async (path: string): Promise<{ status: number; type: string; text: string }> => {
  const response = await fetch(`${SITE}${path}`);
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text: await response.text() };
};

test('renders a page from its sources, with its styles and hot reload', async () => {
  const { status, text } = await get('/?lang=en');
  expect(status).toBe(200);
  const parts = ['Watch live', '/@vite/client', 'apps/web/src/app/global.css">'];
  expect(parts.filter((part) => !text.includes(part))).toEqual([]);
});

test('renders the error page for an address without a page', async () => {
  const { status, type } = await get('/nothing?lang=en');
  expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
});

test('serves a source file of the web as a module', async () => {
  const { status, type } = await get('/src/app/entry-client.tsx');
  expect([status, type]).toEqual([200, 'text/javascript']);
});

test('forwards API requests, sandbox requests and drawings', async () => {
  expect(await get('/health/live')).toMatchObject({ status: 200 });
  expect((await get('/sandbox/sms')).status).toBe(200);
  expect(await get('/art/coin.svg')).toMatchObject({ status: 200, type: 'image/svg+xml' });
});

test('serves the console from its sources, with hot reload', async () => {
  const { status, text } = await get('/console/members');
  expect(status).toBe(200);
  const parts = ['Sangwian Console', '/console/@vite/client', '/console/src/app/main.tsx'];
  expect(parts.filter((part) => !text.includes(part))).toEqual([]);
  expect(await get('/console/src/app/main.tsx')).toMatchObject({
    status: 200,
    type: 'text/javascript',
  });
  const stream = new WebSocket(`${SITE.replace('http', 'ws')}/console/hot-reload`, 'vite-ping');
  await new Promise((resolve, reject) => {
    stream.onopen = resolve;
    stream.onerror = reject;
  });
  stream.close();
});

test('removes the service worker that a built site registered', async () => {
  expect((await get('/sw.js')).text).toContain('registration.unregister()');
});
