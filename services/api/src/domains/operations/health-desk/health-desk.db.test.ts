import { randomUUID } from 'node:crypto';
import type { Health, HealthSeries, JobLine } from '@sangwian/contract/endpoints/operator/health';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addJob } from '../../../platform/jobs/task.ts';
import { BackupStore } from './backup.store.ts';

/** No task of this name exists, so no worker takes the jobs. */
const TASK = 'mail_to_nobody';

let api: TestApi;
let owner: { headers: Record<string, string> };
let viewer: { headers: Record<string, string> };
beforeAll(async () => {
  api = await startTestApi();
  [owner, viewer] = [await api.makeStaff('owner', 'Malee'), await api.makeStaff('viewer')];
  await api.api.start();
});
afterAll(() => api.close());

const call = (what: string, body?: unknown, { headers } = owner) =>
  api.call(what, { headers, ...(body === undefined ? {} : { body }) });

async function readHealth(): Promise<Health> {
  const { status, body } = await call('GET /operator/health', undefined, viewer);
  expect(status).toBe(200);
  return body.data;
}
const findingsOf = async (): Promise<string[]> =>
  (await readHealth()).findings.map(({ level, finding }) => `${level} ${finding}`);

/** Adds a job that has failed. Returns its id. */
async function addFailedJob(attempts = 12, error = 'the carrier is away'): Promise<string> {
  await addJob(api.db, TASK, { payload: { mail_id: randomUUID(), access_token: 'a secret' } });
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${error}
    where id = (select max(id) from graphile_worker._private_jobs) returning id::text`.execute(
    api.db,
  );
  return rows[0]?.id ?? '';
}
async function stateOf(jobId: string): Promise<JobLine | undefined> {
  const { body } = await call(`GET /operator/health/job/${jobId}`);
  return body.data;
}

describe('the health of the system', () => {
  test('lists this node, the database, its queues and its checks', async () => {
    await expect.poll(async () => (await readHealth()).nodes).toHaveLength(1);
    const health = await readHealth();
    expect(health.nodes[0]).toMatchObject({ answering: true, gone: false });
    expect(health.nodes[0]?.name).toMatch(/^api-[0-9a-f]{4}$/);
    expect(Math.abs(health.nodes[0]?.clock_ahead_ms ?? Number.NaN)).toBeLessThan(1_000);
    expect(health.nodes[0]?.missing).toEqual(['media', 'pages']);
    expect(health.database.version).toMatch(/^18/);
    expect(health.database.size_bytes).toBeGreaterThan(1_000_000);
    expect(health.database.connections).toBeLessThanOrEqual(health.database.connections_max);
    expect(Date.parse(health.database.partitions_until ?? '')).toBeGreaterThan(Date.now());
    expect(health.sockets.map(({ namespace }) => namespace)).toEqual([
      '/event',
      '/kick',
      '/operator',
    ]);
    expect(health.backup_at).toBeNull();
    expect(await findingsOf()).toEqual(
      expect.arrayContaining([
        'problem node_lacks_media',
        'problem node_lacks_pages',
        'advice backup_missing',
        'fine database_fine',
      ]),
    );
  });

  test('shows the newest recorded backup', async () => {
    const backups = new BackupStore(api.db);
    const [older, newer] = [new Date(Date.now() - 3_600_000), new Date(Date.now() - 60_000)];
    for (const takenAt of [newer, older]) {
      await backups.record({ takenAt, bytes: 20_000_000, place: 'the other machine' });
    }
    expect((await readHealth()).backup_at).toBe(newer.toISOString());
    expect((await findingsOf()).join()).not.toContain('backup');
  });

  test('lists recurring tasks with their last success', async () => {
    await expect
      .poll(async () => (await readHealth()).tasks.map(({ task }) => task), { timeout: 20_000 })
      .toContain('node_report');
  });

  test('shows a node that stopped reporting as gone, and only as advice once another node has started', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into api_node (api_node_id, name, version, started_at, reported_at, report)
      values (${randomUUID()}, 'api-dead', '1.0.0', now() - interval '1 day', now() - interval '5 min', '{}')
      returning api_node_id as id`.execute(api.db);
    await expect.poll(findingsOf).toContain('advice node_gone');
    const dead = (await readHealth()).nodes.find(({ name }) => name === 'api-dead');
    expect(dead).toMatchObject({ gone: true, answering: false, node_id: rows[0]?.id });
    await sql`delete from api_node where name = 'api-dead'`.execute(api.db);
    await expect.poll(findingsOf).not.toContain('advice node_gone');
  });

  test('returns the figures of the last half hour by node', async () => {
    const id = randomUUID();
    await sql`
      insert into node_sample (api_node_id, node_name, sampled_at, calls_per_s, p95_ms, errors_per_s, sockets,
        event_loop_p99_ms, memory_bytes, database_connections, viewers)
      select ${id}, 'api-5a5a', now() - make_interval(secs => n * 30), 4, n, 0, 9, 2, 1000, 30, 12
      from generate_series(1, 10) n`.execute(api.db);
    const { body } = await call('GET /operator/health/series?span=30m', undefined, viewer);
    const series: HealthSeries = body.data;
    const node = series.nodes.find(({ node_id }) => node_id === id);
    expect(node?.calls_per_s.filter((value) => value === 4)).toHaveLength(10);
    expect(series.viewers.filter((value) => value === 12)).toHaveLength(10);
    expect(series.times).toHaveLength(61);
    const day = await call('GET /operator/health/series?span=24h', undefined, viewer);
    expect(day.body.data.nodes.some(({ node_id }: { node_id: string }) => node_id === id)).toBe(
      true,
    );
    expect((await call('GET /operator/health/series?span=9y')).body.status).toBe('request_invalid');
  });
});

describe('failed jobs', () => {
  test('are listed by state, in pages and without secrets', async () => {
    const error = 'connect smtps://mailer:hunter2@smtp.example.com refused';
    const ids = [await addFailedJob(12, error), await addFailedJob(), await addFailedJob(2)];
    const first = await call(`GET /operator/health/job?state=given_up&task=${TASK}&limit=1`);
    expect(first.body.data.map((job: JobLine) => job.job_id)).toEqual([ids[1]]);
    const next = await call(
      `GET /operator/health/job?state=given_up&task=${TASK}&limit=1&cursor=${first.body.next_cursor}`,
    );
    expect(next.body).toMatchObject({
      data: [
        {
          job_id: ids[0],
          state: 'given_up',
          next_attempt_at: null,
          error: 'connect smtps://•••@smtp.example.com refused',
        },
      ],
      next_cursor: null,
    });
    const retrying = await call(`GET /operator/health/job?state=retrying&task=${TASK}`);
    expect(retrying.body.data).toMatchObject([{ job_id: ids[2], attempts: 2 }]);
    const one = (await call(`GET /operator/health/job/${ids[0]}`, undefined, viewer)).body.data;
    expect(one.payload).toContain('mail_id');
    expect(one.payload).not.toContain('a secret');
    expect(await findingsOf()).toContain('problem jobs_given_up');
    await sql`delete from graphile_worker._private_jobs where id = any(${ids}::bigint[])`.execute(
      api.db,
    );
  });

  test('run again or are deleted one by one, with the error of each row that failed', async () => {
    const [failed, other] = [await addFailedJob(), await addFailedJob()];
    await addJob(api.db, TASK);
    const fresh = (await call(`GET /operator/health/job?task=${TASK}&state=queued`)).body.data[0];
    const job_ids = [failed, fresh.job_id, '987654321'];
    const { body } = await call('POST /operator/health/job/retry', { job_ids });
    expect(body.data.rows).toEqual([
      { job_id: failed, error: null },
      { job_id: fresh.job_id, error: 'job_not_failed' },
      { job_id: '987654321', error: 'not_found' },
    ]);
    expect(await stateOf(failed)).toMatchObject({ state: 'queued', attempts: 0 });
    const discard = { job_ids: [other, failed], reason: 'The address does not exist' };
    const gone = await call('POST /operator/health/job/discard', discard);
    expect(gone.body.data.rows).toEqual([
      { job_id: other, error: null },
      { job_id: failed, error: 'job_not_failed' },
    ]);
    expect(await stateOf(other)).toBeUndefined();
    const [entry] = (await call('GET /operator/audit?subject_type=job&limit=1')).body.data;
    expect(entry).toMatchObject({
      actor: 'Malee',
      reason: 'The address does not exist',
      before: { jobs: [{ job_id: other, task: TASK, attempts: 12 }] },
    });
  });

  test('cannot be changed while they run', async () => {
    const running = await addFailedJob(3);
    await sql`update graphile_worker._private_jobs set locked_at = now() + interval '1 h', locked_by = 'a worker'
      where id = ${running}::bigint`.execute(api.db);
    const body = { job_ids: [running], reason: 'Too slow' };
    const { rows } = (await call('POST /operator/health/job/discard', body)).body.data;
    expect(rows).toEqual([{ job_id: running, error: 'job_not_failed' }]);
    expect(await stateOf(running)).toMatchObject({ state: 'running', attempts: 3 });
  });

  test('can be changed by owners only, and by well-formed ids only', async () => {
    const retry = (job_ids: unknown, staff = owner) =>
      call('POST /operator/health/job/retry', { job_ids }, staff);
    const cashier = await api.makeStaff('cashier');
    expect((await retry(['1'], cashier)).body.status).toBe('staff_permission_missing');
    expect((await retry(['1; drop table mail'])).body.status).toBe('request_invalid');
    expect((await retry([])).body.status).toBe('request_invalid');
    expect((await retry(Array.from({ length: 51 }, (_, n) => `${n + 1}`))).body.status).toBe(
      'request_invalid',
    );
    expect((await call('GET /operator/health/job/none')).body.status).toBe('request_invalid');
  });
});
