import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '@sangwian/node-kit/process-lock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';

const SLOW_MACHINE = { timeout: 10_000, interval: 20 };
const READY = `process.send({ type: 'ready', ports: { http: 1 } }); process.on('message', () => {});`;

let folder = '';
let pids: number[] = [];
let notes: string[] = [];
let running: SupervisedProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-supervised-'));
  [pids, notes, running] = [[], [], []];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop()));
  rmSync(folder, { recursive: true, force: true });
});

function supervise(source: string): SupervisedProcess {
  const script = join(folder, 'service.ts');
  writeFileSync(script, source);
  const service = superviseProcess({
    name: 'service',
    script,
    logFile: join(folder, 'service.log'),
    env: {},
    onSpawn: (pid) => pids.push(pid),
    onNote: (text) => notes.push(text),
  });
  running.push(service);
  return service;
}

test('restarts a crashed process and reports it at the terminal', async () => {
  await supervise(READY).ready;
  process.kill(pids[0]!, 'SIGKILL');
  await vi.waitFor(() => expect(pids).toHaveLength(2), SLOW_MACHINE);
  expect(notes).toEqual([expect.stringContaining('service ended unexpectedly (SIGKILL)')]);
  expect(processIdentity(pids[1]!)).not.toBeNull();
});

test('restarts a repeatedly crashing process with backoff', async () => {
  const at: number[] = [];
  const source = `${READY} setTimeout(() => process.exit(3), 5);`;
  const script = join(folder, 'service.ts');
  writeFileSync(script, source);
  const service = superviseProcess({
    name: 'service',
    script,
    logFile: join(folder, 'service.log'),
    env: {},
    onNote: () => at.push(performance.now()),
    onSpawn: () => at.push(performance.now()),
  });
  running.push(service);
  // Times of spawn, crash, spawn, crash, spawn, crash, spawn.
  await vi.waitFor(() => expect(at.length).toBeGreaterThanOrEqual(7), SLOW_MACHINE);
  const pauses = [at[2]! - at[1]!, at[4]! - at[3]!, at[6]! - at[5]!];
  expect(pauses[0]).toBeGreaterThanOrEqual(190);
  expect(pauses[1]).toBeGreaterThanOrEqual(390);
  expect(pauses[2]).toBeGreaterThanOrEqual(790);
});

test('rejects with the last output if a process exits before it is ready', async () => {
  const service = supervise(`console.error('GRANT_SECRET is not set'); process.exit(1);`);
  await expect(service.ready).rejects.toThrow(
    /before it was ready \(code 1\):\nGRANT_SECRET is not set/,
  );
  expect(pids).toHaveLength(1);
});

test('stops a process on request and does not restart it', async () => {
  const service = supervise(
    `process.on('SIGTERM', () => { console.log('closed'); process.exit(0); }); ${READY}`,
  );
  await service.ready;
  await service.stop();
  expect(pids).toHaveLength(1);
  expect(processIdentity(pids[0]!)).toBeNull();
  expect(readFileSync(join(folder, 'service.log'), 'utf8')).toContain('closed');
});

test('kills a process that ignores the request to stop', async () => {
  const service = supervise(`process.on('SIGTERM', () => {}); ${READY}`);
  await service.ready;
  await service.stop();
  expect(processIdentity(pids[0]!)).toBeNull();
});

test('a restart replaces the process immediately and does not count as a crash', async () => {
  const service = supervise(READY);
  await service.ready;
  service.restart();
  await vi.waitFor(() => expect(pids).toHaveLength(2), SLOW_MACHINE);
  expect(notes).toEqual([]);
  expect(processIdentity(pids[0]!)).toBeNull();
});

test('a restart during the backoff pause starts the process at once', async () => {
  const service = supervise(READY);
  await service.ready;
  writeFileSync(join(folder, 'service.ts'), 'process.exit(1);');
  service.restart();
  // Each crash doubles the pause. Without the restart below, the last pause would be five seconds.
  await vi.waitFor(() => expect(notes.length).toBeGreaterThanOrEqual(3), SLOW_MACHINE);
  writeFileSync(join(folder, 'service.ts'), `${READY} console.log('mended');`);
  service.restart();
  await vi.waitFor(
    () => expect(readFileSync(join(folder, 'service.log'), 'utf8')).toContain('mended'),
    SLOW_MACHINE,
  );
});
