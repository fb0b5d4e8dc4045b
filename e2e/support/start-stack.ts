import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { FullConfig } from '@playwright/test';

const root = join(import.meta.dirname, '../..');
const READY_MS_MAX = 120_000;
const STOP_MS_MAX = 15_000;

/** Returns a free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface Stack {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts the site as `npm start` does, on free ports, and resolves when it is ready. `stop` removes its data, unless a
 * folder is given.
 */
export async function startStack(
  env: Record<string, string> = {},
  keptDataDir?: string,
): Promise<Stack> {
  const dataDir = keptDataDir ?? mkdtempSync(join(tmpdir(), 'sangwian-e2e-'));
  const port = await freePort();
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const log = openSync(join(root, 'test-results', `stack-${port}.log`), 'w');
  const child = spawn(process.execPath, ['tools/entry.mjs', 'start'], {
    cwd: root,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RTMP_PORT: String(await freePort()),
      // The bouts change only when a test directs them.
      DEMO_STORY: '0',
      // Every browser reports its playback, so that no journey depends on chance.
      TELEMETRY_SAMPLE: '1',
      ...env,
    },
  });
  const url = `http://localhost:${port}`;
  await untilReady(url, child);
  return {
    url,
    dataDir,
    stop: async () => {
      await stopProcess(child);
      if (keptDataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS_MAX;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the stack ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.status === 200,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGTERM');
  throw new Error(`the stack was not ready within ${READY_MS_MAX} ms; see test-results/`);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  await exited;
  clearTimeout(timer);
}

/** A sample account of the console. */
export interface StaffAccount {
  readonly role: string;
  readonly email: string;
  readonly password: string;
  readonly totp_secret: string;
}

/** The launcher's `run.json`. */
export interface RunFile {
  readonly url: string;
  readonly api: string;
  readonly app_key: string;
  /** Bearer token of the local owner. */
  readonly operator_token: string;
  readonly rtmp: { readonly server: string; readonly key: string };
  readonly whip: { readonly url: string; readonly key: string };
  readonly accounts: {
    readonly fans: ReadonlyArray<{ phone: string; password: string }>;
    readonly operators: readonly StaffAccount[];
  };
  /** The URL at which the first owner of the console sets up an account. */
  readonly setup_url: string;
  readonly sandbox: string;
}

export const readRunFile = (dataDir: string): RunFile =>
  JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunFile;

/** The project whose journeys start their own empty site. */
export const OWN_STACK = 'night';

/** Environment variable with the data folder of a project's stack. */
const variableOf = (project: string): string => `E2E_DATA_DIR_OF_${project.toUpperCase()}`;

/** Selects the stack of a project for this worker. All journeys of a worker belong to one project. */
export function enterStackOf(project: string): RunFile {
  process.env.E2E_DATA_DIR ??= process.env[variableOf(project)];
  return currentRun();
}

/** Returns the data folder of this worker's stack. */
export function currentDataDir(): string {
  const { E2E_DATA_DIR: dataDir } = process.env;
  if (dataDir === undefined) throw new Error('the global setup has not run');
  return dataDir;
}

const currentRun = (): RunFile => readRunFile(currentDataDir());

/** Returns the projects that the command line names (`--project one two`), or all. */
function chooseProjects(all: FullConfig['projects']): FullConfig['projects'] {
  const { values, positionals } = parseArgs({
    options: { project: { type: 'string', multiple: true } },
    strict: false,
    allowPositionals: true,
  });
  if (values.project === undefined) return all;
  const named = [values.project, positionals].flat();
  return all.filter(({ name }) => named.includes(name));
}

/** Takes control of the current bout as an operator, which stops the sample's automatic show. */
export async function holdShow({ dataDir }: Stack): Promise<void> {
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, ['tools/show/show.ts', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATA_DIR: dataDir },
    });
    return JSON.parse(await text(child.stdout));
  };
  const { bouts } = await run();
  const current = bouts.find((one: { status: string }) => one.status === 'in_progress');
  await run('round', current.bout, '3', '--reason', 'journeys direct this show');
}

/**
 * Playwright's global setup: starts one stack for each project, so that journeys of different projects neither eject
 * nor count each other's viewers. If `E2E_DATA_DIR` is set, all projects use that running stack.
 */
export default async function globalSetup({ projects }: FullConfig): Promise<() => Promise<void>> {
  const { E2E_DATA_DIR: existing } = process.env;
  if (existing !== undefined) return async () => {};
  const stacked = chooseProjects(projects).filter(({ name }) => name !== OWN_STACK);
  const stacks = await Promise.all(
    stacked.map(async ({ name }) => {
      const stack = await startStack({ DEMO_CROWD: '0' });
      process.env[variableOf(name)] = stack.dataDir;
      await holdShow(stack);
      return stack;
    }),
  );
  return async () => {
    await Promise.all(stacks.map((stack) => stack.stop()));
  };
}
