import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { runEveryCommand } from '../operator/testing/run-every-command.ts';
import { readRunFile } from './run-file.ts';

const PORT = '19414';
const RTMP_PORT = '19415';
const READY_MS_MAX = 200_000;
const STOP_MS_MAX = 10_000;
/** Timeout of a test with three starts. */
const THREE_STARTS_MS_MAX = 480_000;

const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-start-test-'));
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Start {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

function start(env: Record<string, string> = {}, args: readonly string[] = []): Start {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), ...args], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT,
      RTMP_PORT,
      DEMO_CROWD: '0',
      DEMO_STORY: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output, exit: once(child, 'close').then(([code]) => code) };
}

async function startUntilReady(): Promise<Start> {
  const site = start();
  const ended = site.exit.then(() => {
    throw new Error(site.output());
  });
  const ready = vi.waitFor(
    () => expect(site.output()).toContain(`Sangwian is ready at http://localhost:${PORT}`),
    { timeout: READY_MS_MAX, interval: 50 },
  );
  ended.catch(() => undefined);
  await Promise.race([ready, ended]);
  return site;
}

const readiness = (): Promise<number> =>
  fetch(`http://127.0.0.1:${PORT}/health/ready`).then(
    (response) => response.status,
    () => 0,
  );

/** Returns the running processes whose command line, environment or working directory contains the folder. */
function processesOf(folder: string): Array<{ pid: number; command: string }> {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    const read = (readText: () => string): string => {
      try {
        return readText();
      } catch {
        return '';
      }
    };
    const command = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    const isOurs = [
      command,
      read(() => readFileSync(`/proc/${pid}/environ`, 'utf8')),
      read(() => readlinkSync(`/proc/${pid}/cwd`)),
    ].some((text) => text.includes(folder));
    return isOurs ? [{ pid: Number(pid), command }] : [];
  });
}

const nothingIsLeft = (): Promise<void> =>
  vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), {
    timeout: STOP_MS_MAX,
    interval: 50,
  });

test('one command starts everything, restarts a killed service, and stops everything at a signal', async () => {
  const site = await startUntilReady();
  expect(await readiness()).toBe(200);

  const run = readRunFile(dataDir);
  expect(run?.api).toBe(`http://localhost:${PORT}/api/v1`);
  expect(run?.rtmp.server).toBe(`rtmp://localhost:${RTMP_PORT}/live`);
  expect(run?.whip).toEqual({
    url: `http://localhost:${PORT}/media/live/whip`,
    key: run?.rtmp.key,
  });
  expect(run?.accounts.fans[0]).toEqual({ phone: '0812345001', password: 'ringside1' });
  expect(statSync(join(dataDir, 'run.json')).mode & 0o777).toBe(0o600);
  expect(run?.accounts.operators.map(({ role }) => role)).toContain('show_caller');
  const me = await fetch(`${run?.api}/operator/me`, {
    headers: { authorization: `Bearer ${run?.operator_token}` },
  });
  expect(await me.json()).toMatchObject({ data: { role: 'owner', credential: 'local' } });
  expect(site.output()).toContain(run?.setup_url);
  expect(site.output()).toContain('0812345001 / ringside1');
  expect(site.output()).toContain(run?.rtmp.key);
  expect(processesOf(dataDir).length).toBeGreaterThan(5);
  await runEveryCommand(dataDir);

  const api = processesOf(dataDir).find(({ command }) => command.includes('services/api/src/main'));
  process.kill(api!.pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await readiness()).toBe(0), { timeout: 5_000, interval: 1 });
  await vi.waitFor(async () => expect(await readiness()).toBe(200), {
    timeout: 30_000,
    interval: 50,
  });
  expect(site.output()).toContain('api ended unexpectedly (SIGKILL)');

  const stopRequestedAt = performance.now();
  site.child.kill('SIGTERM');
  expect(await site.exit).toBe(0);
  expect(performance.now() - stopRequestedAt).toBeLessThan(STOP_MS_MAX);
  expect(processesOf(dataDir)).toEqual([]);
  expect(readRunFile(dataDir)).toBeNull();
});

test(
  'no process is left after kill -9, and an immediate next start waits for the remaining processes',
  async () => {
    const first = await startUntilReady();
    const key = readRunFile(dataDir)?.rtmp.key;
    first.child.kill('SIGKILL');
    await first.exit;
    await nothingIsLeft();

    const second = await startUntilReady();
    expect(await readiness()).toBe(200);
    expect(readRunFile(dataDir)?.rtmp.key).toBe(key);
    second.child.kill('SIGKILL');
    await second.exit;
    const third = await startUntilReady();
    expect(await readiness()).toBe(200);

    // While the site runs, a second start from this folder or on this port fails.
    const same = start();
    expect(await same.exit).toBe(1);
    expect(same.output()).toContain(`already runs from ${dataDir}`);
    const elsewhere = mkdtempSync(join(tmpdir(), 'sangwian-start-test-'));
    const taken = start({ DATA_DIR: elsewhere });
    expect(await taken.exit).toBe(1);
    expect(taken.output()).toMatch(new RegExp(`Port ${PORT} is taken.*PORT=\\d+ npm start`, 's'));
    rmSync(elsewhere, { recursive: true });
    expect(await readiness()).toBe(200);

    third.child.kill('SIGINT');
    expect(await third.exit).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
  },
  THREE_STARTS_MS_MAX,
);

test('an interrupted or killed start leaves no process', async () => {
  for (const [signal, expectedText] of [
    ['SIGTERM', 'database'],
    ['SIGKILL', 'database'],
    ['SIGKILL', 'data '],
  ] as const) {
    const site = start();
    await vi.waitFor(() => expect(site.output()).toContain(expectedText), {
      timeout: 30_000,
      interval: 5,
    });
    site.child.kill(signal);
    await site.exit;
    await nothingIsLeft();
  }
});

test('production lists the missing secrets', async () => {
  const site = start({}, ['--production']);
  expect(await site.exit).toBe(1);
  expect(site.output()).toContain('APP_KEY, INTERNAL_SECRET, GRANT_SECRET');
});
