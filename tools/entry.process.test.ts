import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { processIdentity } from '@sangwian/node-kit/process-lock';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** Creates a checkout that contains only the entry script and commands that report their signals. */
const root = mkdtempSync(join(tmpdir(), 'sangwian-entry-test-'));
const LISTENER = `
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => { console.log('got ' + name); process.exit(0); });
  process.on('disconnect', () => { console.log('parent lost'); process.exit(0); });
  console.log('runs ' + JSON.stringify({ pid: process.pid, args: process.argv.slice(2), version: process.version }));
  setInterval(() => {}, 1000);
`;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  mkdirSync(join(root, 'tools'));
  copyFileSync(join(import.meta.dirname, 'entry.mjs'), join(root, 'tools/entry.mjs'));
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  write('package-lock.json', JSON.stringify({ packages: {} }));
  write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
  write('tools/start/start.ts', LISTENER);
  write('tools/check/check.ts', 'process.exit(7);');
  // A command with a child process.
  write(
    'tools/test/test.ts',
    `import { spawnSync } from 'node:child_process';
     spawnSync(process.execPath, ['-e', ${JSON.stringify(LISTENER)}], { stdio: 'inherit' });`,
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
  /** Resolves with the process id of the running command. */
  readonly pid: () => Promise<number>;
}

function follow(child: ChildProcess): Running {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const pid = (): Promise<number> =>
    vi.waitFor(() => JSON.parse(/^runs (.*)$/m.exec(output)?.[1] ?? '').pid as number, {
      timeout: 15_000,
      interval: 20,
    });
  return { child, output: () => output, exit, pid };
}

const npmEnvironment = { ...process.env, npm_lifecycle_event: 'start' };
const byHand = { ...process.env };
delete byHand.npm_lifecycle_event;

const runEntry = (args: readonly string[]): Running =>
  follow(spawn(process.execPath, [join(root, 'tools/entry.mjs'), ...args], { env: byHand }));

const untilGone = (pid: number): Promise<void> =>
  vi.waitFor(() => expect(processIdentity(pid)).toBeNull(), { timeout: 5_000, interval: 20 });

test('passes arguments to the command, which runs under Node 24 or later', async () => {
  const running = runEntry(['start', '--production']);
  await running.pid();
  const { args, version } = JSON.parse(/^runs (.*)$/m.exec(running.output())?.[1] ?? '');
  expect(args).toEqual(['--production']);
  expect(Number(version.slice(1).split('.')[0])).toBeGreaterThanOrEqual(24);
  running.child.kill('SIGTERM');
  await running.exit;
});

test('exits with the exit code of the command', async () => {
  expect(await runEntry(['check']).exit).toBe(7);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s reaches the command once, and its exit code is returned',
  async (signal) => {
    const running = runEntry(['start']);
    const pid = await running.pid();
    running.child.kill(signal);
    running.child.kill(signal);
    expect(await running.exit).toBe(0);
    expect(running.output().match(new RegExp(`got ${signal}`, 'g'))).toHaveLength(1);
    await untilGone(pid);
  },
);

test('a signal also ends child processes of a command other than start', async () => {
  const running = runEntry(['test']);
  const pid = await running.pid();
  running.child.kill('SIGTERM');
  await running.exit;
  await untilGone(pid);
});

test('start stops after kill -9 of the entry script', async () => {
  const running = runEntry(['start']);
  const pid = await running.pid();
  running.child.kill('SIGKILL');
  await untilGone(pid);
});

test.each([
  ['directly', `exec "${process.execPath}" tools/entry.mjs start`],
  ['with a shell between', `"${process.execPath}" tools/entry.mjs start; true`],
])('stops when npm is killed with SIGKILL, started %s', async (_name, script) => {
  // Simulates npm: a Node process that runs a script through sh.
  const npm = `require('node:child_process').spawnSync('/bin/sh', ['-c', ${JSON.stringify(script)}], { stdio: 'inherit' })`;
  const running = follow(spawn(process.execPath, ['-e', npm], { cwd: root, env: npmEnvironment }));
  const pid = await running.pid();
  running.child.kill('SIGKILL');
  await untilGone(pid);
});

test('lists the commands when the given command does not exist', async () => {
  const running = runEntry(['sing']);
  expect(await running.exit).toBe(1);
  expect(running.output()).toContain('start | dev | test | bench | check');
});

test('also installs the tools that build the pages when NODE_ENV is production', async () => {
  const tool = { devDependencies: { 'page-builder': 'file:page-builder' } };
  const link = { resolved: 'page-builder', link: true };
  const packages = { '': tool, 'page-builder': { dev: true }, 'node_modules/page-builder': link };
  write('page-builder/package.json', JSON.stringify({ name: 'page-builder', main: 'index.cjs' }));
  write('page-builder/index.cjs', 'module.exports = 5;');
  write('package.json', JSON.stringify({ private: true, type: 'module', ...tool }));
  write('package-lock.json', JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  write('tools/check/check.ts', `import five from 'page-builder'; process.exit(five);`);
  const production = { ...byHand, NODE_ENV: 'production' };
  const entry = join(root, 'tools/entry.mjs');
  const running = follow(spawn(process.execPath, [entry, 'check'], { env: production }));
  expect(await running.exit, running.output()).toBe(5);
});

test('explains that the registry is unreachable', async () => {
  write(
    'package-lock.json',
    readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'),
  );
  write('package.json', readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  const child = spawn(process.execPath, [join(root, 'tools/entry.mjs'), 'start'], {
    env: {
      ...byHand,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(root, 'empty-cache'),
    },
  });
  const running = follow(child);
  expect(await running.exit).toBe(1);
  expect(running.output()).toMatch(/Installing .*failed/);
});
