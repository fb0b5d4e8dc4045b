import type { JobState } from '@sangwian/contract/endpoints/operator/health';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface JobRow {
  readonly job_id: string;
  readonly task: string;
  readonly state: JobState;
  readonly attempts: number;
  readonly attempts_max: number;
  readonly next_attempt_at: Date;
  readonly created_at: Date;
  readonly error: string | null;
}

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly task?: string | undefined;
  /** Id of the last job of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

/** Of an error; the rest is in the log. */
const ERROR_CHARS_READ = 4_000;
/** Of a payload; a longer one is not shown. */
const PAYLOAD_CHARS_MAX = 8_000;

const STATE = sql<JobState>`
  case when locked_at is not null then 'running'
    when attempts >= max_attempts then 'given_up'
    when attempts > 0 then 'retrying'
    else 'queued' end`;

const COLUMNS = sql`
  job.id::text as job_id, task.identifier as task, ${STATE} as state, attempts, max_attempts as attempts_max,
  run_at as next_attempt_at, created_at, left(last_error, ${ERROR_CHARS_READ}::int) as error`;

const JOBS = sql`graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = task_id`;

/** Jobs of the queue as operators see them. */
export class JobStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns a page of jobs, latest first. */
  async findPage({ state, task, before, limit }: JobFilter): Promise<JobRow[]> {
    const conditions = [
      sql`true`,
      ...(state === undefined ? [] : [sql`${STATE} = ${state}`]),
      ...(task === undefined ? [] : [sql`task.identifier = ${task}`]),
      ...(before === null ? [] : [sql`job.id < ${before}::bigint`]),
    ];
    const { rows } = await sql<JobRow>`
      select ${COLUMNS} from ${JOBS} where ${sql.join(conditions, sql` and `)}
      order by job.id desc limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Finds a job with its payload; `payload` is `null` if it is too long. */
  async find(jobId: string): Promise<(JobRow & { readonly payload: string | null }) | undefined> {
    const { rows } = await sql<JobRow & { payload: string | null }>`
      select ${COLUMNS}, case when length(payload::text) <= ${PAYLOAD_CHARS_MAX}::int then payload::text end as payload
      from ${JOBS} where job.id = ${jobId}::bigint`.execute(this.#db);
    return rows[0];
  }

  /** Lets a failed job run again now, with all its attempts. Returns whether it was a failed job that is not running. */
  async retry(jobId: string): Promise<boolean> {
    const { rows } = await sql`
      with failed as (${this.#lockFailed(jobId)})
      select from failed, graphile_worker.reschedule_jobs(array[failed.id], run_at => now(), attempts => 0)
    `.execute(this.#db);
    return rows.length > 0;
  }

  /** Deletes a failed job. Returns whether it was a failed job that is not running. */
  async discard(jobId: string): Promise<boolean> {
    const { rows } = await sql`
      with failed as (${this.#lockFailed(jobId)})
      select from failed, graphile_worker.complete_jobs(array[failed.id])
    `.execute(this.#db);
    return rows.length > 0;
  }

  /** Wakes the workers now instead of at their next poll. */
  async wakeWorkers(): Promise<void> {
    await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(this.#db);
  }

  /** A worker that takes the job at the same moment skips locked rows, so it does not run a discarded job. */
  #lockFailed(jobId: string) {
    return sql`
      select id from graphile_worker._private_jobs
      where id = ${jobId}::bigint and locked_at is null and attempts > 0 for update`;
  }
}
