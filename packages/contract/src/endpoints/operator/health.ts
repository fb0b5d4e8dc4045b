import { z } from 'zod';
import { endpoints, pageQuery } from '../../endpoint.ts';
import { LIMITS } from '../../limits.ts';
import { StreamFinding } from './show.ts';

const count = z.number().int().nonnegative();
const amount = z.number().nonnegative();
const time = z.iso.datetime();

/** The findings about the system, except those about streams. */
export const HEALTH_FINDINGS = [
  'node_gone',
  'node_lacks_database',
  'node_lacks_schema',
  'node_lacks_disk',
  'node_lacks_media',
  'node_lacks_picture',
  'node_lacks_pages',
  'node_lacks_other',
  'bus_disconnected',
  'versions_differ',
  'clock_differs',
  'event_loop_slow',
  'calls_fail',
  'disk_low',
  'connections_high',
  'transaction_long',
  'partitions_short',
  'jobs_given_up',
  'jobs_overdue',
  'tasks_fail',
  'stream_faulty',
  'players_stopped',
  'mail_waits',
  'push_waits',
  'webhooks_wait',
  'provider_silent',
  'ledger_faulty',
  'ledger_unchecked',
  'backup_missing',
  'backup_old',
  'nodes_fine',
  'database_fine',
  'jobs_fine',
  'media_fine',
  'queues_fine',
  'payments_fine',
  'ledger_fine',
] as const;
export type HealthFindingName = (typeof HEALTH_FINDINGS)[number];

/** Runbooks of `docs/runbooks` that findings lead to. */
export const HEALTH_RUNBOOKS = [
  'coins',
  'encoders',
  'health',
  'jobs',
  'mail',
  'payments',
  'reminders',
  'several-nodes',
] as const;
export type HealthRunbook = (typeof HEALTH_RUNBOOKS)[number];

export const HealthFinding = z.object({
  finding: z.enum(HEALTH_FINDINGS),
  level: z.enum(['problem', 'advice', 'fine']),
  /** Since when the problem exists, for a finding that has a start. */
  at: time.nullable(),
  /** The values in its sentence, such as `node`. */
  values: z.record(z.string(), z.union([z.number(), z.string()])),
  /** `null` for what is fine. */
  runbook: z.enum(HEALTH_RUNBOOKS).nullable(),
});
export type HealthFinding = z.infer<typeof HealthFinding>;

const HealthNode = z.object({
  node_id: z.uuid(),
  name: z.string(),
  version: z.string(),
  started_at: time,
  reported_at: time,
  /** Whether it stopped reporting without signing off. */
  gone: z.boolean(),
  /** Whether it answered this call. */
  answering: z.boolean(),
  /** Its clock minus the clock of the database; `null` before the first measurement. */
  clock_ahead_ms: z.number().nullable(),
  memory_bytes: count,
  disk_free_bytes: count.nullable(),
  sockets: count,
  /** Of the last thirty seconds; `null` before they are over. */
  calls_per_s: amount.nullable(),
  p95_ms: amount.nullable(),
  errors_per_s: amount.nullable(),
  event_loop_p99_ms: amount.nullable(),
  /** What `/health/ready` of the node lacks. */
  missing: z.array(z.string()),
});
export type HealthNode = z.infer<typeof HealthNode>;

const HealthTask = z.object({
  task: z.string(),
  last_success_at: time.nullable(),
  last_failure_at: time.nullable(),
  /** Failures since the last success, on the node where it fails most. */
  failures: count,
  /** Of the last failure, without secrets. */
  error: z.string().nullable(),
});
export type HealthTask = z.infer<typeof HealthTask>;

const HealthChannel = z.object({
  channel_id: z.string(),
  publishing: z.boolean(),
  /** How its publisher is connected, such as `rtmp`; `null` without a publisher. */
  protocol: z.string().nullable(),
  codecs: z.string().nullable(),
  height: count.nullable(),
  frame_rate: amount.nullable(),
  bitrate_bps: count,
  viewers: z.object({ hls: count, webrtc: count }),
  reported_at: time.nullable(),
  findings: z.array(StreamFinding),
});
export type HealthChannel = z.infer<typeof HealthChannel>;

const HealthMedia = z.object({
  /** The nodes that this process serves. */
  nodes: z.array(z.string()),
  answers: z.boolean(),
  channels: z.array(HealthChannel),
});
export type HealthMedia = z.infer<typeof HealthMedia>;

const HealthProvider = z.object({
  provider: z.enum(['omise', 'paypal']),
  last_webhook_at: time.nullable(),
  /** When it was last asked for events that no webhook delivered. */
  last_poll_at: time.nullable(),
  webhooks_waiting: count,
});
export type HealthProvider = z.infer<typeof HealthProvider>;

const queue = z.object({ on: z.boolean(), waiting: count, oldest_at: time.nullable() });

export const Health = z.object({
  checked_at: time,
  /** The worst first. */
  findings: z.array(HealthFinding),
  nodes: z.array(HealthNode),
  /** Sockets of all nodes. */
  sockets: z.array(z.object({ namespace: z.string(), sockets: count })),
  database: z.object({
    version: z.string(),
    size_bytes: count,
    connections: count,
    connections_max: count,
    longest_transaction_s: amount.nullable(),
    replicas: count,
    /** End of the last month for which all tables have a partition. */
    partitions_until: time.nullable(),
  }),
  jobs: z.object({
    queued: count,
    running: count,
    retrying: count,
    given_up: count,
    overdue_s: amount,
  }),
  /** Repeated work of all nodes, by name. */
  tasks: z.array(HealthTask),
  media: z.array(HealthMedia),
  mail: queue,
  push: queue,
  providers: z.array(HealthProvider),
  ledger: z.object({ checked_at: time.nullable(), faults: count, good_at: time.nullable() }),
  /** `null`: no backup is recorded. */
  backup_at: time.nullable(),
});
export type Health = z.infer<typeof Health>;

/** Spans of the charts, with the seconds that one point covers. */
export const HEALTH_SPANS = {
  '30m': { minutes: 30, stepS: 30 },
  '2h': { minutes: 120, stepS: 60 },
  '6h': { minutes: 360, stepS: 180 },
  '24h': { minutes: 1_440, stepS: 600 },
} as const;
export type HealthSpan = keyof typeof HEALTH_SPANS;

/** One value for each time; `null` where nothing was measured. */
const series = z.array(amount.nullable());

export const HealthSeries = z.object({
  step_s: count,
  times: z.array(time),
  /** The oldest point that is kept; `null` before the first. */
  since: time.nullable(),
  nodes: z.array(
    z.object({
      node_id: z.uuid(),
      name: z.string(),
      calls_per_s: series,
      p95_ms: series,
      errors_per_s: series,
      sockets: series,
      event_loop_p99_ms: series,
      memory_bytes: series,
    }),
  ),
  database_connections: series,
  viewers: series,
});
export type HealthSeries = z.infer<typeof HealthSeries>;

export const JOB_STATES = ['queued', 'running', 'retrying', 'given_up'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Ids of jobs are numbers of up to 19 digits, which JSON numbers cannot hold. */
const JobId = z.string().regex(/^[1-9]\d{0,17}$/);

export const JobLine = z.object({
  job_id: JobId,
  task: z.string(),
  state: z.enum(JOB_STATES),
  attempts: count,
  attempts_max: count,
  /** The next attempt; past for one that waits for a node. `null` once it was given up. */
  next_attempt_at: time.nullable(),
  created_at: time,
  /** Of the last failure, shortened and without secrets. */
  error: z.string().nullable(),
});
export type JobLine = z.infer<typeof JobLine>;

/** What became of one row of a bulk action. */
const JobResult = z.object({
  job_id: JobId,
  /** The error code of a row that failed. */
  error: z.string().nullable(),
});

const jobIds = z.array(JobId).min(1).max(LIMITS.bulkRowsMax);
const reason = z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax);

const staff = { tag: 'Operator: health', caller: 'operator', identity: 'staff' } as const;
const read = { ...staff, permission: 'see_show' } as const;
const change = { ...staff, permission: 'run_jobs' } as const;

export const operatorHealthEndpoints = endpoints({
  'GET /operator/health': {
    summary: 'The health of all nodes, the database, jobs, media, queues and checks, with findings',
    ...read,
    data: Health,
    errors: [],
  },
  'GET /operator/health/series': {
    summary: 'Figures of the last minutes or hours, by node',
    ...read,
    query: z.object({
      span: z.enum(Object.keys(HEALTH_SPANS) as [HealthSpan, ...HealthSpan[]]).default('30m'),
    }),
    data: HealthSeries,
    errors: [],
  },
  'GET /operator/health/job': {
    summary: 'Jobs by state and task, the latest first',
    ...read,
    query: z.object({
      state: z.enum(JOB_STATES).optional(),
      task: z.string().max(LIMITS.jobTaskCharsMax).optional(),
      ...pageQuery,
    }),
    data: JobLine,
    list: true,
    errors: [],
  },
  'GET /operator/health/job/{job_id}': {
    summary: 'One job with its payload, without secrets',
    ...read,
    params: z.object({ job_id: JobId }),
    data: JobLine.extend({
      /** Indented JSON; `null` if it is empty or too long. */
      payload: z.string().nullable(),
    }),
    errors: ['not_found'],
  },
  'POST /operator/health/job/retry': {
    summary: 'Run failed jobs again now, with a result for each',
    ...change,
    body: z.strictObject({ job_ids: jobIds }),
    data: z.object({ rows: z.array(JobResult) }),
    // In the results of rows that run, have not failed, or are done.
    errors: ['job_not_failed', 'not_found'],
  },
  'POST /operator/health/job/discard': {
    summary: 'Delete failed jobs, with a result for each',
    ...change,
    body: z.strictObject({ job_ids: jobIds, reason }),
    data: z.object({ rows: z.array(JobResult) }),
    errors: ['job_not_failed', 'not_found'],
  },
});
