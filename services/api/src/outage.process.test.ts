import { type ChildProcess, execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type RunningTestCluster,
  runAsAdmin,
  startTestCluster,
} from '@sangwian/testkit/database-cluster';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from './schema/migrate.ts';
import { API_ENVIRONMENT, forkApi } from './testing/fork-api.ts';

const run = promisify(execFile);
/** A token without a session: the API has to look it up in the database. */
const TOKEN = 'a'.repeat(43);
const MEMBER_CALL = 'GET /auth/member/profile';
/** Normally a few seconds are enough; a busy machine needs longer. */
const PATIENCE = { timeout: 60_000, interval: 20 };

let cluster: RunningTestCluster;
let child: ChildProcess;
let site: string;
beforeAll(async () => {
  cluster = await startTestCluster(migrate);
  await runAsAdmin(cluster.adminUrl, 'CREATE DATABASE outage OWNER sangwian');
  const env = {
    ...process.env,
    ...API_ENVIRONMENT,
    RATE_LIMIT_PER_SESSION: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    DATABASE_URL: cluster.templateUrl.replace(/\/sangwian(\?|$)/, '/outage$1'),
  };
  await run(process.execPath, [join(import.meta.dirname, 'prepare.ts')], { env });
  const { ports } = await forkApi(env, (started) => {
    child = started;
  });
  site = `http://127.0.0.1:${ports.http}`;
}, 120_000);
afterAll(async () => {
  child.kill('SIGKILL');
  await cluster.stop();
});

async function call(operation: string) {
  const [method = 'GET', path = ''] = operation.split(' ');
  const response = await fetch(`${site}${path.startsWith('/health') ? '' : '/api/v1'}${path}`, {
    method,
    headers: {
      'x-app-key': API_ENVIRONMENT.APP_KEY,
      authorization: `Bearer ${TOKEN}`,
    },
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    // biome-ignore lint/suspicious/noExplicitAny: the expectations check the body's type.
    body: (await response.json()) as any,
  };
}

/** Returns the process ids of the postmaster and of its children. */
async function databaseProcesses(): Promise<{ postmaster: number; all: number[] }> {
  const client = new pg.Client({ connectionString: cluster.adminUrl });
  await client.connect();
  const { rows } = await client.query("select pg_read_file('postmaster.pid') as text");
  await client.end();
  const postmaster = Number.parseInt(rows[0].text, 10);
  const parentOf = (pid: string): number => {
    try {
      return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    } catch {
      return 0;
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const backends = pids.filter((pid) => parentOf(pid) === postmaster).map(Number);
  return { postmaster, all: [postmaster, ...backends] };
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The backend process has ended in the meantime.
    }
  }
}

function expectUnavailable(answer: Awaited<ReturnType<typeof call>>): void {
  expect([answer.status, answer.body.status]).toEqual([503, 'unavailable']);
  expect(Number(answer.retryAfter)).toBeGreaterThan(0);
}

test('with a frozen database, requests are refused and public reads use the cache; then the API recovers', async () => {
  const live = await call('GET /live');
  expect(live.status).toBe(200);
  const answered = await call(MEMBER_CALL);
  expect(answered.status).toBe(401);
  const { all } = await databaseProcesses();
  signalAll(all, 'SIGSTOP');
  try {
    // Requests that begin before the outage is detected are refused at its detection.
    const first = await Promise.all(Array.from({ length: 40 }, () => call(MEMBER_CALL)));
    for (const answer of first) expectUnavailable(answer);
    // From now on, requests are refused at once. A timeout for each request would exceed the test's time limit.
    for (let count = 0; count < 100; count += 1) expectUnavailable(await call(MEMBER_CALL));
    expect(await call('GET /live')).toEqual(live);
    const ready = await call('GET /health/ready');
    expect(ready.status).toBe(503);
    expect(ready.body.missing).toContain('database');
    expect(ready.body.advice).toContainEqual(expect.stringContaining('PostgreSQL does not answer'));
    expect((await call('GET /health/live')).status).toBe(200);
  } finally {
    signalAll(all, 'SIGCONT');
  }
  await vi.waitFor(async () => expect((await call(MEMBER_CALL)).status).toBe(401), PATIENCE);
});

test('while the database crashes and restarts, every request succeeds or is refused with Retry-After', async () => {
  const live = await call('GET /live');
  const { postmaster } = await databaseProcesses();
  process.kill(postmaster, 'SIGKILL');
  let refused = 0;
  await vi.waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(MEMBER_CALL)));
    for (const answer of answers) {
      if (answer.status === 401) continue;
      refused += 1;
      expectUnavailable(answer);
    }
    expect(await call('GET /live')).toEqual(live);
    expect(refused).toBeGreaterThan(0);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  }, PATIENCE);
});
