import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '@sangwian/node-kit/process-lock';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { prepareBinaries } from './binaries.ts';
import { clusterLayout, readCredentials } from './cluster.ts';
import { databaseUser } from './database-user.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { recordedPostmaster } from './leftover.ts';

const GONE_MS_MAX = 2_000;
/** More than the limit of consecutive failed starts. */
const CRASHES = 8;
const SLOW_MACHINE = { timeout: 10_000, interval: 20 };

/** Creating a cluster is slow on slow disks, so most tests use the same cluster. */
const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-supervisor-test-'));
beforeAll(async () => {
  chmodSync(dataDir, 0o755);
  const database = await startEmbeddedPostgres({ dataDir });
  await query(database.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  await database.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const cleanUps: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sangwian-supervisor-test-'));
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir: folder });
  cleanUps.push(database.stop);
  return database;
}

/** Starts the database in a separate parent process. */
async function startInParent(): Promise<{
  parent: ChildProcess;
  url: string;
  supervisorPid: number;
}> {
  const parent = fork(join(import.meta.dirname, 'testing/hold-database.ts'), [dataDir]);
  cleanUps.push(() => parent.kill('SIGKILL'));
  const [message] = (await once(parent, 'message')) as [{ url: string; supervisorPid: number }];
  return { parent, ...message };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = (): number => recordedPostmaster(clusterLayout(dataDir).data) ?? 0;

const isAlive = (pid: number): boolean => processIdentity(pid) !== null;

test('a database keeps its data across starts', async () => {
  const second = await start();
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test('after a stop no process is left, and no file outside the folder', async () => {
  const database = await start();
  const pid = postmaster();
  const runDir = readCredentials(clusterLayout(dataDir))?.runDir ?? '';
  expect(isAlive(pid)).toBe(true);
  expect(existsSync(runDir)).toBe(true);
  await database.stop();
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(runDir)).toBe(false);
});

test('the database ends within two seconds of a kill -9 of its parent', async () => {
  const { parent, supervisorPid } = await startInParent();
  const pid = postmaster();
  const logged = readFileSync(clusterLayout(dataDir).log).length;
  const killedAt = performance.now();
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect([pid, supervisorPid].some(isAlive)).toBe(false), {
    timeout: GONE_MS_MAX,
    interval: 10,
  });
  expect(performance.now() - killedAt).toBeLessThan(GONE_MS_MAX);
  const log = readFileSync(clusterLayout(dataDir).log).subarray(logged).toString();
  expect(log).toContain('database system is shut down');
});

test('a start right after a kill -9 waits for the earlier database and then works', async () => {
  const { parent } = await startInParent();
  parent.kill('SIGKILL');
  const database = await start();
  expect(await query(database.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test('when the supervisor is killed together with its parent, the next start works', async () => {
  const { parent, supervisorPid } = await startInParent();
  process.kill(supervisorPid, 'SIGKILL');
  parent.kill('SIGKILL');
  const database = await start();
  expect(await query(database.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test('the next start stops an unsupervised postmaster', async () => {
  const layout = clusterLayout(dataDir);
  const user = databaseUser(layout.data);
  const orphan = spawn(
    prepareBinaries(user).postgres,
    ['-D', layout.data, '-p', '19420', '-c', 'unix_socket_directories='],
    { cwd: layout.data, env: {}, stdio: 'ignore', ...user },
  );
  cleanUps.push(() => orphan.kill('SIGKILL'));
  await vi.waitFor(() => expect(postmaster()).toBe(orphan.pid), SLOW_MACHINE);
  const database = await start();
  expect(orphan.exitCode ?? orphan.signalCode).not.toBeNull();
  expect(await query(database.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test('a pid file with the number of a foreign process neither prevents a start nor harms that process', async () => {
  const layout = clusterLayout(dataDir);
  // Under the same account, so that PostgreSQL would mistake it for a postmaster.
  const stranger = spawn('/bin/sh', ['-c', 'read line'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    ...databaseUser(layout.data),
  });
  cleanUps.push(() => stranger.kill('SIGKILL'));
  writeFileSync(
    join(layout.data, 'postmaster.pid'),
    `${stranger.pid}\n${layout.data}\n1\n5432\n\n\n  0  0\nready   \n`,
  );
  const database = await start();
  expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

test('a killed PostgreSQL returns at the same URL with every committed row', async () => {
  const database = await start();
  const killed = postmaster();
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(async () => {
    expect(await query(database.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  }, SLOW_MACHINE);
  expect(postmaster()).not.toBe(killed);
});

test('a PostgreSQL that crashes repeatedly after it was ready is restarted every time', async () => {
  const database = await start();
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(async () => {
      expect(postmaster()).not.toBe(killed);
      expect(await query(database.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    }, SLOW_MACHINE);
  }
});

test('fails with the reason if PostgreSQL does not start', async () => {
  const settings = { shared_buffers: 'many' };
  await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(
    'invalid value for parameter "shared_buffers"',
  );
});

test('an incomplete cluster left by a kill does not prevent a start', async () => {
  const folder = newFolder();
  const layout = clusterLayout(folder);
  mkdirSync(layout.draft, { recursive: true });
  writeFileSync(join(layout.draft, 'PG_VERSION'), '18\n');
  const database = await start(folder);
  expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('two folders have separate databases', async () => {
  const [one, other] = await Promise.all([start(newFolder()), start()]);
  expect(await query(other.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  await expect(query(one.url, 'SELECT n FROM kept')).rejects.toThrow('does not exist');
});

test('works in a folder below a private home with blanks in its name', async () => {
  const home = newFolder();
  const folder = join(home, 'my own folder/ที่เก็บ');
  // mkdtemp created `home` with mode 0700, which PostgreSQL's account cannot traverse.
  expect(statSync(home).mode & 0o777).toBe(0o700);
  const database = await start(folder);
  expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('PostgreSQL never runs as root and receives none of our environment', async () => {
  await start();
  const pid = postmaster();
  const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  expect(Number(uid)).toBeGreaterThan(0);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('PATH=');
});

test('the database listens on no port and requires the password', async () => {
  const database = await start();
  expect(await query(database.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  const guess = new URL(database.url);
  guess.password = 'guess';
  await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('refuses an unwritable folder with the reason', async () => {
  const folder = join(newFolder(), 'file');
  writeFileSync(folder, '');
  await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow('EEXIST');
});
