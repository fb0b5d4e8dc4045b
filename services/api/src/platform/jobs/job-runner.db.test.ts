import { createLogger } from '@sangwian/node-kit/logger';
import { runAsAdmin } from '@sangwian/testkit/database-cluster';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import { type Kysely, sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Database } from '../../schema/database.ts';
import { createDatabase } from '../database/create-database.ts';
import { JobRunner } from './job-runner.ts';
import { hasJobSchema, JOB_SCHEMA_REVISION } from './job-schema.ts';
import { createJobsModule, createQueueModule } from './jobs.module.ts';
import { addJob, JOB_LIMITS, type Task } from './task.ts';

const silent = createLogger('test', 'silent');
/** Long enough for a poll and a freed job on a loaded machine. Every wait ends as soon as its condition is true. */
const SOON = { timeout: 20_000 } as const;

let database: TestDatabase;
let db: Kysely<Database>;
const runners: JobRunner[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.serviceUrl, silent, { connectionsMax: 3 });
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await db.destroy();
  await database.drop();
});

/** Starts a node that runs these tasks as the services' role. */
function startNode(...tasks: readonly Task[]): JobRunner {
  const runner = new JobRunner({ url: database.serviceUrl, tasks, logger: silent });
  runners.push(runner);
  runner.start();
  return runner;
}

/** Returns a task that records the payloads of its jobs. */
function recordTask(name: string, extra: Partial<Task> = {}) {
  const payloads: unknown[] = [];
  const task: Task = {
    name,
    run: async (_signal, payload) => {
      payloads.push(payload);
    },
    ...extra,
  };
  return { task, payloads };
}

const countJobs = async (): Promise<number> => {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker._private_jobs`.execute(db);
  return rows[0]?.jobs ?? 0;
};

test('the code names the schema revision of the installed graphile-worker', async () => {
  const { rows } = await sql`select max(id) as revision from graphile_worker.migrations`.execute(
    db,
  );
  expect(rows).toEqual([{ revision: JOB_SCHEMA_REVISION }]);
  expect(await hasJobSchema(db)).toBe(true);
});

test('runs jobs of committed transactions, and no jobs of rolled-back transactions', async () => {
  const { task, payloads } = recordTask('record');
  startNode(task);
  const rolledBack = db.transaction().execute(async (trx) => {
    await addJob(trx, 'record', { payload: { from: 'rolled back' } });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await db
    .transaction()
    .execute((trx) => addJob(trx, 'record', { payload: { from: 'committed' } }));
  await expect.poll(() => payloads, SOON).toEqual([{ from: 'committed' }]);
  await expect.poll(countJobs, SOON).toBe(0);
});

test('two nodes run each job once', async () => {
  const first = recordTask('share');
  const second = recordTask('share');
  startNode(first.task);
  startNode(second.task);
  const numbers = Array.from({ length: 60 }, (_, number) => number);
  await Promise.all(numbers.map((number) => addJob(db, 'share', { payload: { number } })));
  await expect.poll(countJobs, SOON).toBe(0);
  const ran = [...first.payloads, ...second.payloads].map((payload) => JSON.stringify(payload));
  expect(ran.toSorted()).toEqual(numbers.map((number) => JSON.stringify({ number })).toSorted());
});

test('replaces a waiting job with the same key, and keeps the newest payload', async () => {
  for (const number of [1, 2, 3]) await addJob(db, 'keyed', { key: 'bout 1', payload: { number } });
  await addJob(db, 'keyed', { key: 'bout 2', payload: { number: 4 } });
  const { task, payloads } = recordTask('keyed');
  startNode(task);
  await expect.poll(countJobs, SOON).toBe(0);
  expect(payloads).toHaveLength(2);
  expect(payloads).toEqual(expect.arrayContaining([{ number: 3 }, { number: 4 }]));
});

test('retries a failed job after a delay', async () => {
  let runs = 0;
  startNode({
    name: 'fail once',
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('the first time');
    },
  });
  await addJob(db, 'fail once');
  const read = async () =>
    (
      await sql<{ attempts: number; last_error: string; waits: boolean }>`
        select attempts, last_error, run_at > now() as waits from graphile_worker._private_jobs
        where locked_at is null`.execute(db)
    ).rows[0];
  await expect.poll(read, SOON).toEqual({ attempts: 1, last_error: 'the first time', waits: true });
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  await expect.poll(countJobs, SOON).toBe(0);
  expect(runs).toBe(2);
});

test('keeps, logs and counts a job that failed for the last time', async () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'error', { write: (line: string) => lines.push(line) });
  await addJob(db, 'hopeless');
  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`.execute(db);
  const jobs = createJobsModule({
    db,
    url: database.serviceUrl,
    tasks: [{ name: 'hopeless', run: () => Promise.reject(new Error('never')) }],
    logger,
  });
  const registry = new Registry();
  createQueueModule(db).observe?.(registry);
  await jobs.start?.();
  try {
    await expect.poll(() => registry.metrics(), SOON).toMatch(/^jobs_given_up 1$/m);
    expect(await registry.metrics()).toMatch(/^jobs_overdue_seconds 0$/m);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'job given up',
        task: 'hopeless',
        attempts: JOB_LIMITS.attemptsMax,
      }),
    ]);
  } finally {
    await jobs.stop?.();
  }
});

test('runs the jobs of a dead node, including those of its queue, on another node', async () => {
  await addJob(db, 'left', { queue: 'line', payload: { number: 1 } });
  await addJob(db, 'left', { queue: 'line', payload: { number: 2 } });
  await sql`
    with lost as (
      update graphile_worker._private_job_queues
      set locked_by = 'pool-of-a-dead-node', locked_at = now() - interval '1 minute' returning id
    )
    update graphile_worker._private_jobs
    set locked_by = 'pool-of-a-dead-node', locked_at = now() - interval '1 minute', attempts = 1
    where id = (select min(id) from graphile_worker._private_jobs)`.execute(db);
  const { task, payloads } = recordTask('left');
  startNode(task);
  await expect.poll(() => payloads, SOON).toEqual([{ number: 1 }, { number: 2 }]);
});

test('does not take a job from a node that is alive', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const task: Task = {
    name: 'long',
    run: () => {
      runs += 1;
      return end;
    },
  };
  startNode(task);
  await addJob(db, 'long');
  await expect.poll(() => runs, SOON).toBe(1);
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`.execute(
    db,
  );
  const probe = recordTask('probe');
  startNode(task, probe.task);
  // The second node frees lost jobs before and after each of these runs.
  for (let rounds = 1; rounds <= 3; rounds += 1) {
    await addJob(db, 'probe');
    await expect.poll(() => probe.payloads.length, SOON).toBe(rounds);
  }
  expect(runs).toBe(1);
  resolve();
  await expect.poll(countJobs, SOON).toBe(0);
});

test('does not backfill crontab runs that were missed while no node ran', async () => {
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('yearly', now() - interval '3 years', now() - interval '2 years')`.execute(db);
  const yearly = recordTask('yearly', { crontab: '0 0 1 1 *' });
  const { task, payloads } = recordTask('probe', { crontab: '0 0 1 1 *', atStart: true });
  startNode(yearly.task, task);
  await expect.poll(() => payloads, SOON).toHaveLength(1);
  await expect.poll(countJobs, SOON).toBe(0);
  expect(yearly.payloads).toEqual([]);
});

test('stop aborts the signal of a job and waits for the job', async () => {
  const events: string[] = [];
  const node = startNode({
    name: 'stopped',
    run: async (signal) => {
      events.push('began');
      const { promise, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve());
      await promise;
      events.push('ended');
    },
  });
  await addJob(db, 'stopped');
  await expect.poll(() => events, SOON).toEqual(['began']);
  await node.stop();
  expect(events).toEqual(['began', 'ended']);
  expect(await countJobs()).toBe(0);
});

test('a worker continues after its connections were lost', async () => {
  const { task, payloads } = recordTask('resumed');
  startNode(task);
  await addJob(db, 'resumed');
  await expect.poll(() => payloads, SOON).toHaveLength(1);
  for (let lost = 2; lost <= 4; lost += 1) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(db);
    await expect
      .poll(
        () =>
          addJob(db, 'resumed').then(
            () => 'added',
            () => 'lost',
          ),
        SOON,
      )
      .toBe('added');
    await expect.poll(() => payloads.length, SOON).toBe(lost);
  }
});

test('loses no job in a database outage', async () => {
  const { promise: outage, resolve: begin } = Promise.withResolvers<void>();
  const ran: unknown[] = [];
  let isDown = false;
  startNode({
    name: 'outage',
    run: async (_signal, payload) => {
      await outage;
      if (isDown) throw new Error('the database is down');
      ran.push(payload);
    },
  });
  for (const number of [1, 2, 3]) await addJob(db, 'outage', { payload: { number } });
  const countLocked = async () =>
    (
      await sql<{ locked: number }>`
        select count(locked_at)::int as locked from graphile_worker._private_jobs`.execute(db)
    ).rows[0]?.locked;
  await expect.poll(countLocked, SOON).toBe(3);
  const name = new URL(database.url).pathname.slice(1);
  const { adminUrl } = inject('testCluster');
  await runAsAdmin(adminUrl, `alter database ${name} with allow_connections false`);
  isDown = true;
  await runAsAdmin(
    adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  begin();
  // By now the jobs have failed, and the failures could not be recorded.
  await new Promise((resolve) => setImmediate(resolve));
  isDown = false;
  await runAsAdmin(adminUrl, `alter database ${name} with allow_connections true`);
  await expect.poll(() => ran.length, { timeout: 40_000 }).toBe(3);
  expect(ran).toEqual(expect.arrayContaining([{ number: 1 }, { number: 2 }, { number: 3 }]));
  await expect.poll(() => countJobs().catch(() => -1), SOON).toBe(0);
}, 60_000);

test('frees the job of a worker that shut down while its node keeps running', async () => {
  await runAsAdmin(
    database.adminUrl,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before delete on graphile_worker._private_jobs execute function refuse()`,
  );
  const { task, payloads } = recordTask('unrecorded');
  startNode(task);
  await addJob(db, 'unrecorded', { queue: 'line', payload: { number: 1 } });
  await expect.poll(() => payloads.length, SOON).toBeGreaterThan(0);
  await runAsAdmin(database.adminUrl, 'drop trigger refuse on graphile_worker._private_jobs');
  await expect.poll(countJobs, SOON).toBe(0);
}, 30_000);
