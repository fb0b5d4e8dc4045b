import type { JobLine } from '@sangwian/contract/endpoints/operator/health';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import { redactPayload, redactText } from '../../../platform/redact/redact.ts';
import type { JobRow, JobStore } from './job.store.ts';

const Position = z.tuple([z.string().regex(/^\d{1,18}$/)]);
/** Two lines of a table, and the cause of most errors. */
const ERROR_CHARS_MAX = 500;

const presentJob = (row: JobRow): JobLine => ({
  job_id: row.job_id,
  task: row.task,
  state: row.state,
  attempts: row.attempts,
  attempts_max: row.attempts_max,
  next_attempt_at: row.state === 'given_up' ? null : row.next_attempt_at.toISOString(),
  created_at: row.created_at.toISOString(),
  error: row.error === null ? null : redactText(row.error, ERROR_CHARS_MAX),
});

interface Change {
  readonly jobs: JobStore;
  readonly audit: AuditNotes | null;
  readonly jobIds: readonly string[];
  readonly reason?: string;
  /** Returns whether the job had failed and was not running. */
  readonly act: (jobId: string) => Promise<boolean>;
}

interface Result {
  readonly job_id: string;
  readonly error: ErrorCode | null;
}

/** Acts on one job. @throws {ApiError} `not_found`, `job_not_failed` */
async function changeJob({ jobs, act }: Change, jobId: string): Promise<JobRow> {
  const before = await jobs.find(jobId);
  if (before === undefined) throw new ApiError('not_found');
  if (!(await act(jobId))) throw new ApiError('job_not_failed');
  return before;
}

/**
 * Changes jobs one by one, so that a running or finished job does not prevent the change of the others. The audit lists
 * the changed jobs, even if the database fails in between.
 */
async function changeJobs(change: Change): Promise<Result[]> {
  const rows: Result[] = [];
  const before: object[] = [];
  const [first] = change.jobIds;
  change.audit?.note({
    subjectType: 'job',
    ...(change.jobIds.length === 1 && first !== undefined ? { subjectId: first } : {}),
    ...(change.reason === undefined ? {} : { reason: change.reason }),
    before: { jobs: before },
    after: { rows },
  });
  for (const job_id of new Set(change.jobIds)) {
    try {
      const { task, attempts } = await changeJob(change, job_id);
      before.push({ job_id, task, attempts });
      rows.push({ job_id, error: null });
    } catch (error) {
      const { code, httpStatus } = toApiError(error);
      if (httpStatus >= 500) throw error;
      rows.push({ job_id, error: code });
    }
  }
  return rows;
}

/** Creates the handlers of background jobs for the console. */
export function createJobHandlers(jobs: JobStore, bus: Bus): Handlers {
  return {
    'GET /operator/health/job': async ({ query }) => {
      const { state, task, limit } = query;
      const before = openCursor(query.cursor, Position)?.[0] ?? null;
      const rows = await jobs.findPage({ state, task, before, limit: limit + 1 });
      const { shown, next_cursor } = pageOf(rows, limit, (last) => [last.job_id]);
      return { data: shown.map(presentJob), next_cursor };
    },
    'GET /operator/health/job/{job_id}': async ({ params }) => {
      const row = await jobs.find(params.job_id);
      if (row === undefined) throw new ApiError('not_found');
      const payload = row.payload === null ? null : redactPayload(Buffer.from(row.payload));
      return { data: { ...presentJob(row), payload } };
    },
    'POST /operator/health/job/retry': async ({ body, audit }) => {
      const act = (jobId: string) => jobs.retry(jobId);
      const rows = await changeJobs({ jobs, audit, jobIds: body.job_ids, act });
      await jobs.wakeWorkers();
      bus.publish('staff:changed', { topic: 'health' });
      return { data: { rows } };
    },
    'POST /operator/health/job/discard': async ({ body, audit }) => {
      const { job_ids: jobIds, reason } = body;
      const act = (jobId: string) => jobs.discard(jobId);
      const rows = await changeJobs({ jobs, audit, jobIds, reason, act });
      bus.publish('staff:changed', { topic: 'health' });
      return { data: { rows } };
    },
  };
}
