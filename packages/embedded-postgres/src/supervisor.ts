/**
 * A process that keeps one PostgreSQL running and outlives its parent only to stop PostgreSQL cleanly. The closed IPC
 * channel reports that its parent has ended, even after kill -9. It runs in a separate session, so that Ctrl-C reaches
 * only the parent, which decides what to stop.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  acquireProcessLock,
  LockHeldError,
  type ProcessLock,
} from '@sangwian/node-kit/process-lock';
import { openRotatingFile } from '@sangwian/node-kit/rotating-file';
import { type PostgresBinaries, prepareBinaries } from './binaries.ts';
import {
  type ClusterCredentials,
  type ClusterLayout,
  clusterLayout,
  ensureCluster,
  ensureCredentials,
  nameForDatabase,
} from './cluster.ts';
import { type DatabaseUser, databaseUser } from './database-user.ts';
import { clearLeftover } from './leftover.ts';
import type { SupervisorMessage, SupervisorOrder } from './supervisor-messages.ts';
import { archiveSettings } from './wal-archive.ts';

const POLL_MS = 5;
/** Longest time that a supervisor takes to stop PostgreSQL after its parent died. */
const PREDECESSOR_MS_MAX = 12_000;
/** Maximum time of a start, including crash recovery of a large database. */
const START_MS_MAX = 300_000;
/** Limit of consecutive failed starts. A PostgreSQL that was ready before is restarted without limit. */
const FAILURES_IN_A_ROW_MAX = 6;
/** Pause before a restart, doubled after each further failure. */
const RESTART_PAUSE_MS = 100;
const OUTPUT_CHARS_MAX = 4_000;
const STOP_SIGNALS = [
  ['SIGINT', 6_000],
  ['SIGQUIT', 1_500],
  ['SIGKILL', 1_000],
] as const;

const order = JSON.parse(process.argv[2] ?? '{}') as SupervisorOrder;
/** States of `postmaster.pid` that accept connections. A recovery is a standby until it has ended. */
const READY = new Set(order.isRecovery ? ['ready'] : ['ready', 'standby']);
const layout = clusterLayout(order.dataDir);

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_wal_size: '1GB',
  max_connections: '200',
  shared_buffers: '256MB',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  cluster_name: 'sangwian',
};

let stopping = false;
let current: ChildProcess | null = null;
/** The last lines of PostgreSQL's output, which explain a failed start. */
let output = '';

const send = (message: SupervisorMessage): void => {
  if (process.connected) process.send?.(message, () => undefined);
};

async function waitForLock(): Promise<ProcessLock> {
  const deadline = Date.now() + PREDECESSOR_MS_MAX;
  for (let isNoted = false; ; isNoted = true) {
    try {
      return acquireProcessLock(layout.lock);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      if (Date.now() > deadline || stopping) {
        throw new Error(`${order.dataDir} is in use: its database is run by process ${error.pid}.`);
      }
      if (!isNoted) send({ type: 'note', text: 'an earlier database is still stopping' });
    }
    await wait(50);
  }
}

/**
 * Returns a command prefix that makes the kernel stop PostgreSQL when this supervisor is killed. util-linux provides it
 * on every common Linux; without it, the next start stops the remaining process.
 */
function deathWatch(): string[] {
  const tool = '/usr/bin/setpriv';
  if (process.platform !== 'linux' || !existsSync(tool)) return [];
  return basename(realpathSync(tool)) === 'setpriv' ? [tool, '--pdeathsig', 'INT', '--'] : [];
}

function launch(
  binaries: PostgresBinaries,
  user: DatabaseUser | null,
  credentials: ClusterCredentials,
): ChildProcess {
  const settings = {
    ...SETTINGS,
    ...archiveSettings(layout, user),
    ...order.settings,
    unix_socket_directories: credentials.runDir,
  };
  const [program = binaries.postgres, ...args] = [
    ...deathWatch(),
    binaries.postgres,
    '-D',
    nameForDatabase(layout.data, user),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // PostgreSQL gets a separate process group, and an environment without our secrets.
  const child = spawn(program, args, {
    cwd: layout.data,
    env: {},
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log.write(chunk);
      output = (output + chunk.toString()).slice(-OUTPUT_CHARS_MAX);
    });
  }
  child.on('error', (error) => {
    output += String(error);
  });
  return child;
}

const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

async function becomesReady(child: ChildProcess, cluster: ClusterLayout): Promise<boolean> {
  const deadline = Date.now() + (order.isRecovery ? Number.POSITIVE_INFINITY : START_MS_MAX);
  while (!hasEnded(child) && !stopping && Date.now() < deadline) {
    try {
      const lines = readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n');
      if (Number(lines[0]) === child.pid && READY.has(lines[7]?.trim() ?? '')) return true;
    } catch {
      // The pid file has not been written yet.
    }
    await wait(POLL_MS);
  }
  return false;
}

/**
 * Makes the checkpointer heed `archive_timeout` at once: it starts during the recovery, and would sleep five minutes
 * first. The postmaster would do the same, and log each setting of the command line as an error.
 */
function wakeCheckpointer(postmaster: ChildProcess): void {
  const { pid } = postmaster;
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const checkpointer = children.find((one) =>
      readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('checkpointer'),
    );
    if (checkpointer !== undefined) {
      process.kill(Number(checkpointer), 'SIGHUP');
      return;
    }
  } catch {
    // Not Linux, or a child has ended meanwhile.
  }
  postmaster.kill('SIGHUP');
}

const ended = (child: ChildProcess): Promise<void> =>
  hasEnded(child)
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

async function stopChild(child: ChildProcess): Promise<void> {
  for (const [name, patienceMs] of STOP_SIGNALS) {
    if (hasEnded(child)) return;
    child.kill(name);
    await Promise.race([ended(child), wait(patienceMs, undefined, { ref: false })]);
  }
}

/** Starts PostgreSQL and restarts it after crashes, with backoff after failed starts, until a stop is requested. */
async function keepRunning(
  binaries: PostgresBinaries,
  user: DatabaseUser | null,
  credentials: ClusterCredentials,
): Promise<void> {
  let failures = 0;
  while (!stopping) {
    const cleared = await clearLeftover(layout.data);
    if (cleared > 0) send({ type: 'note', text: 'stopped a database left behind by a kill' });
    output = '';
    const child = launch(binaries, user, credentials);
    current = child;
    const isReady = await becomesReady(child, layout);
    if (isReady) {
      if (existsSync(layout.archive)) wakeCheckpointer(child);
      send({ type: 'ready', postmasterPid: child.pid ?? 0 });
    } else if (!stopping) await stopChild(child);
    await ended(child);
    if (stopping) return;
    failures = isReady ? 0 : failures + 1;
    if (failures > (order.isRecovery ? 0 : FAILURES_IN_A_ROW_MAX))
      throw new Error(`PostgreSQL does not start:\n${output.trim()}`);
    send({
      type: 'note',
      text: `PostgreSQL ended, starting it again: ${output.trim().slice(-300)}`,
    });
    await wait(RESTART_PAUSE_MS * 2 ** Math.max(0, failures - 1));
  }
}

const requestStop = (): void => {
  stopping = true;
  if (current !== null) void stopChild(current);
};

process.on('SIGINT', requestStop);
process.on('SIGTERM', requestStop);
process.on('SIGHUP', () => undefined);
process.on('disconnect', requestStop);
process.on('message', requestStop);

mkdirSync(layout.home, { recursive: true });
const log = openRotatingFile(layout.log);
let lock: ProcessLock | null = null;
let runDir: string | null = null;
const leave = (): void => {
  if (runDir !== null) rmSync(runDir, { recursive: true, force: true });
  lock?.release();
};
try {
  lock = await waitForLock();
  const user = databaseUser(layout.data);
  const binaries = prepareBinaries(user);
  const credentials = ensureCredentials(layout, user);
  runDir = credentials.runDir;
  if (!existsSync(layout.data)) send({ type: 'note', text: 'creating a new database' });
  await ensureCluster(layout, binaries, user, credentials);
  await keepRunning(binaries, user, credentials);
  leave();
  process.exit(0);
} catch (error) {
  leave();
  const text = error instanceof Error ? error.message : String(error);
  log.write(`${text}\n`);
  if (process.connected) process.send?.({ type: 'failed', text }, () => process.exit(1));
  else process.exit(1);
}
