import { EventEmitter } from 'node:events';
import { every, measureRun, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import {
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { DATABASE_LIMITS, surviveLostConnections } from '../database/create-database.ts';
import { hasJobSchema } from './job-schema.ts';
import { addJob, JOB_LIMITS, type Task } from './task.ts';
import { createWorkerLogger } from './worker-logger.ts';

export interface JobRunnerOptions {
  /** A direct connection without a pooler, because the worker listens for notifications. */
  readonly url: string;
  readonly tasks: readonly Task[];
  readonly logger: Logger;
}

/** Adds a job of a task's crontab. It replaces a waiting job, and runs after a running one. */
const addRepeated = (db: Kysely<unknown>, { name }: Task): Promise<void> =>
  addJob(db, name, { key: name, queue: name });

const cronItemsOf = (tasks: readonly Task[]): ParsedCronItem[] =>
  parseCronItems(
    tasks.flatMap(({ name, crontab }) =>
      crontab === undefined
        ? []
        : [
            {
              task: name,
              match: crontab,
              identifier: name,
              options: {
                // Missed runs are not backfilled: each run handles everything that is due.
                backfillPeriod: 0,
                jobKey: name,
                queueName: name,
                maxAttempts: JOB_LIMITS.attemptsMax,
              },
            },
          ],
    ),
  );

/**
 * Frees the jobs of dead nodes, so that the jobs run again within seconds; graphile-worker itself waits four hours. A
 * worker counts as alive while its listening connection, which has the worker's name, is open.
 */
export async function freeLostJobs<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ workers: string[] | null }>`
    with locked as (
      select locked_by, locked_at from graphile_worker._private_jobs
      union all
      select locked_by, locked_at from graphile_worker._private_job_queues
    )
    select array_agg(distinct locked_by) as workers from locked
    where locked_at < now() - make_interval(secs => ${JOB_LIMITS.lockedSecondsMin})
      and not exists (
        select from pg_stat_activity where datname = current_database() and application_name = locked_by
      )`.execute(db);
  const workers = rows[0]?.workers ?? [];
  if (workers.length === 0) return [];
  await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(db);
  await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(db);
  return workers;
}

/** Waits for the work for at most `ms` milliseconds. Ignores a failure of the work. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work.catch(() => undefined), timeout]);
  clearTimeout(timer);
}

/** Runs the jobs of this node's tasks, and adds those of their crontabs. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #pool: pg.Pool;
  readonly #db: Kysely<unknown>;
  readonly #stopping = new AbortController();
  readonly #keeper: RepeatedTask;
  #runner: Runner | null = null;

  constructor(options: JobRunnerOptions) {
    const { url, logger } = options;
    this.#options = options;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: JOB_LIMITS.connectionsMax,
      connectionTimeoutMillis: DATABASE_LIMITS.connectMsMax,
      statement_timeout: DATABASE_LIMITS.statementMsMax,
      query_timeout: DATABASE_LIMITS.answerMsMax,
      application_name: 'sangwian-jobs',
      keepAlive: true,
    });
    surviveLostConnections(this.#pool, (err) => logger.warn({ err }, 'job connection lost'));
    this.#db = new Kysely({ dialect: new PostgresDialect({ pool: this.#pool }) });
    this.#keeper = every(JOB_LIMITS.keepMs, () => this.#keep(), {
      name: 'job_runner',
      logger,
      firstAfterMs: 0,
    });
  }

  start(): void {
    this.#keeper.start();
  }

  /** Aborts the signal of running jobs and waits for them. Starts no job afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#keeper.stop();
    const ended = (this.#runner?.stop() ?? Promise.resolve()).then(() => this.#pool.end());
    await within(JOB_LIMITS.stopMsMax, ended);
  }

  async #keep(): Promise<void> {
    if (this.#runner === null) await this.#begin();
    const workers = await freeLostJobs(this.#db);
    if (workers.length > 0) this.#options.logger.warn({ workers }, 'jobs of lost workers freed');
  }

  async #begin(): Promise<void> {
    const { tasks, logger } = this.#options;
    if (!(await hasJobSchema(this.#db))) throw new Error('the job queue is not prepared');
    const runner = await run({
      pgPool: this.#pool,
      taskList: this.#taskList(),
      parsedCronItems: cronItemsOf(tasks),
      concurrency: JOB_LIMITS.atOnceMax,
      pollInterval: JOB_LIMITS.pollMs,
      noHandleSignals: true,
      logger: createWorkerLogger(logger),
      events: this.#events(),
      // Without a delay, the library does not await these calls, and an error would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner.promise.catch(() => undefined);
    this.#runner = runner;
    for (const task of tasks) if (task.atStart === true) await addRepeated(this.#db, task);
  }

  #events(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter();
    // A worker that could not record the end of a job shuts down. The keeper then starts a new worker.
    events.on('pool:gracefulShutdown', () => {
      if (!this.#stopping.signal.aborted) this.#runner = null;
    });
    events.on('pool:listen:success', ({ client, workerPool }) => {
      // Runs after the `LISTEN` that the library sends now, because a client runs one query at a time.
      client.once('drain', () => {
        client
          .query("select set_config('application_name', $1, false)", [workerPool.id])
          .catch((err: unknown) => this.#options.logger.warn({ err }, 'job worker not named'));
      });
    });
    // The pool uses the connection again. With the name of a worker that has shut down, it would keep that worker's jobs
    // locked.
    events.on('pool:listen:release', ({ client }) => {
      client.query('reset application_name').catch(() => client.end());
    });
    return events;
  }

  #taskList(): TaskList {
    const { tasks, logger } = this.#options;
    const { signal } = this.#stopping;
    return Object.fromEntries(
      tasks.map((task) => [
        task.name,
        async (payload, { job }) => {
          const end = measureRun(task.name, 'job');
          try {
            await task.run(signal, payload);
            end();
          } catch (err) {
            end(err);
            const { id, attempts, max_attempts: attemptsMax } = job;
            const fields = { err, task: task.name, job: id, attempts };
            if (attempts < attemptsMax) logger.warn(fields, 'job failed and is retried');
            else logger.error(fields, 'job given up');
            throw err;
          }
        },
      ]),
    );
  }
}
