import type { Logger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../schema/database.ts';
import type { ApiModule } from '../http/handler.ts';
import { JobRunner } from './job-runner.ts';
import { JOB_LIMITS, type Task } from './task.ts';

export interface JobsModuleDeps {
  readonly db: Kysely<Database>;
  /** A direct database URL without a pooler; empty if this node runs no jobs. */
  readonly url: string;
  readonly tasks: readonly Task[];
  readonly logger: Logger;
}

/** Deletes jobs that failed for the last time long ago. */
const createPrune = (db: Kysely<Database>): Task => ({
  name: 'job_prune',
  crontab: '17 4 * * *',
  run: () =>
    sql`
      delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < now() - make_interval(days => ${JOB_LIMITS.givenUpDaysKept})`.execute(db),
});

interface QueueState {
  readonly given_up: number;
  readonly overdue_seconds: number;
}

function observeQueue(registry: Registry, db: Kysely<Database>): void {
  const givenUp = new Gauge({
    name: 'jobs_given_up',
    help: 'Jobs that failed for the last time, of all nodes; above 0 requires an operator',
    registers: [registry],
  });
  new Gauge({
    name: 'jobs_overdue_seconds',
    help: 'Waiting time of the longest overdue job of all nodes',
    registers: [registry],
    async collect() {
      const { rows } = await sql<QueueState>`
        select (count(*) filter (where attempts >= max_attempts and locked_at is null))::int as given_up,
          coalesce(extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0)::float8
            as overdue_seconds
        from graphile_worker._private_jobs`
        .execute(db)
        .catch(() => ({ rows: [] }));
      givenUp.set(rows[0]?.given_up ?? Number.NaN);
      this.set(rows[0]?.overdue_seconds ?? Number.NaN);
    },
  });
}

/**
 * Creates the module of the queue's metrics. It is separate, because the jobs module needs the tasks of all other
 * modules.
 */
export const createQueueModule = (db: Kysely<Database>): ApiModule => ({
  observe: (registry) => observeQueue(registry, db),
});

/** The job queue of this node (decision 58). */
export function createJobsModule({ db, url, tasks, logger }: JobsModuleDeps): ApiModule {
  const runner =
    url === '' ? null : new JobRunner({ url, tasks: [...tasks, createPrune(db)], logger });
  return {
    start: () => runner?.start(),
    stop: async () => runner?.stop(),
  };
}
