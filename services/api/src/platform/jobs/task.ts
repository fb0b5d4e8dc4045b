import { type Kysely, sql } from 'kysely';

/**
 * Durable background work. A job of a task is a row of the database: one node of the cluster runs it, and another node
 * runs it again if the first one fails or dies. A task must therefore be idempotent.
 */
export interface Task {
  /** Names the task in the queue, and in the label `task` of metrics and logs. */
  readonly name: string;
  /**
   * Runs one job. A failure is retried with a growing delay, up to `JOB_LIMITS.attemptsMax` times.
   *
   * @param signal aborts when the node stops
   */
  run(signal: AbortSignal, payload: unknown): Promise<unknown>;
  /** Minutes at which a job is added, as a crontab in UTC. Jobs of a crontab never overlap in the cluster. */
  readonly crontab?: string;
  /** Whether a job of the crontab is also added when a node starts. */
  readonly atStart?: boolean;
}

export interface JobOptions {
  /** Passed to the task as JSON. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** A waiting job with the same key is replaced; a running one is followed by the new one. */
  readonly key?: string;
  /** Jobs with the same queue run one after the other. */
  readonly queue?: string;
  /** The earliest start, by the clock of the database. Defaults to now. */
  readonly runAt?: Date;
}

export const JOB_LIMITS = {
  /** Retry delays are e, e², e³ … seconds, at most six hours, and add up to about a day. */
  attemptsMax: 12,
  /**
   * Concurrent jobs of one node. The number exceeds the number of tasks that wait for external services, so that such
   * tasks cannot delay the settlement of gifts.
   */
  atOnceMax: 10,
  /** One connection listens for new jobs; the others fetch and complete them. Tasks use the pools of their modules. */
  connectionsMax: 3,
  /** Interval of polls for jobs that have become due. New jobs are announced by notifications. */
  pollMs: 2_000,
  /** Interval at which a node frees jobs of dead nodes, and restarts its own worker if that has ended. */
  keepMs: 2_000,
  /** Minimum age of a lock before its job is freed: a node that starts or reconnects is not listed as alive at once. */
  lockedSecondsMin: 5,
  /** How long a stopping node waits for its jobs. An unfinished job runs on another node, or after the next start. */
  stopMsMax: 5_000,
  /** Retention of jobs that failed for the last time, for operators. */
  givenUpDaysKept: 30,
} as const;

/** Adds a job of a task. Called with a transaction, the job exists only if the transaction commits. */
export async function addJob<Tables>(
  db: Kysely<Tables>,
  task: string,
  { payload, key, queue, runAt }: JobOptions = {},
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${task}, ${payload === undefined ? null : JSON.stringify(payload)}::json, queue_name => ${queue ?? null}::text,
      run_at => ${runAt ?? null}::timestamptz, max_attempts => ${JOB_LIMITS.attemptsMax}::int, job_key => ${key ?? null}::text
    )`.execute(db);
}
