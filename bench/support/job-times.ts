import { type Kysely, sql } from 'kysely';
import type { Database } from '../../services/api/src/schema/database.ts';

const POLL_MS = 5;
const JOB_S_MAX = 300;

/**
 * Runs each repeated job once, one after another.
 *
 * @returns milliseconds from adding a job to its end, by the name of the task
 * @throws {Error} if a job fails or takes longer than five minutes
 */
export async function timeJobs(db: Kysely<Database>): Promise<Map<string, number>> {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from graphile_worker._private_known_crontabs order by identifier`.execute(db);
  const times = new Map<string, number>();
  for (const { identifier } of rows) times.set(identifier, await timeJob(db, identifier));
  return times;
}

async function timeJob(db: Kysely<Database>, task: string): Promise<number> {
  const began = performance.now();
  const { rows } = await sql<{ id: string }>`
    select id from graphile_worker.add_job(${task}, queue_name => ${task}::text, max_attempts => 1)`.execute(
    db,
  );
  const id = rows[0]?.id ?? '';
  while (performance.now() - began < JOB_S_MAX * 1_000) {
    const { rows: waiting } = await sql<{ last_error: string | null }>`
      select last_error from graphile_worker._private_jobs where id = ${id}`.execute(db);
    const [job] = waiting;
    if (job === undefined) return performance.now() - began;
    if (job.last_error !== null) throw new Error(`${task}: ${job.last_error}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${task} did not end within ${JOB_S_MAX} s`);
}
