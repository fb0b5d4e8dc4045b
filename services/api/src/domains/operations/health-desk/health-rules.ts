import type {
  Health,
  HealthFinding,
  HealthFindingName,
  HealthMedia,
  HealthRunbook,
  HealthTask,
} from '@sangwian/contract/endpoints/operator/health';

/** The state of one node, as input of the rules. */
export interface NodeFacts {
  readonly name: string;
  readonly version: string;
  readonly startedMs: number;
  readonly reportedMs: number;
  readonly isGone: boolean;
  readonly clockAheadMs: number | null;
  readonly isBusConnected: boolean;
  readonly diskFreeBytes: number | null;
  readonly diskNeededBytes: number;
  readonly missing: readonly string[];
  /** `null` in the first thirty seconds of the node. */
  readonly figures: {
    readonly callsPerS: number;
    readonly errorsPerS: number;
    readonly loopP99Ms: number;
  } | null;
}

export interface QueueFacts {
  readonly waiting: number;
  /** The time at which the oldest waiting entry was created, was received or became due. */
  readonly oldestMs: number | null;
}

export interface ProviderFacts {
  readonly provider: string;
  readonly lastPollMs: number | null;
  readonly webhooks: QueueFacts;
}

/** Everything that the rules judge. Times are milliseconds since 1970. */
export interface HealthFacts {
  readonly nowMs: number;
  readonly nodes: readonly NodeFacts[];
  readonly database: Omit<Health['database'], 'partitions_until'> & {
    readonly partitionsUntilMs: number | null;
  };
  readonly jobs: Health['jobs'];
  readonly tasks: readonly HealthTask[];
  readonly media: readonly HealthMedia[];
  /** Pictures that players report as stopped now. */
  readonly stopped: readonly { readonly fromMs: number; readonly sessions: number }[];
  readonly mail: QueueFacts;
  readonly push: QueueFacts;
  readonly providers: readonly ProviderFacts[];
  readonly ledger: {
    readonly checkedMs: number | null;
    readonly goodMs: number | null;
    readonly faults: number;
  };
  readonly backupMs: number | null;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const LIMITS = {
  /** Advice: a daily backup is two hours late. Problem: no backup for three days, such as a weekend. */
  backupAdviceMs: 26 * HOUR_MS,
  backupProblemMs: 3 * DAY_MS,
  /** Tokens, codes and holds compare timestamps of different nodes; TOTP codes tolerate thirty seconds. */
  clockAdviceMs: SECOND_MS,
  clockProblemMs: 5 * SECOND_MS,
  /** About the duration of the shortest low-latency part; a longer delay is noticeable in the chat. */
  loopAdviceMs: 250,
  loopProblemMs: SECOND_MS,
  /** Share of requests that fail, and the minimum requests per second for the share to be meaningful. */
  failingShareAdvice: 0.01,
  failingShareProblem: 0.05,
  failingCallsPerSMin: 0.2,
  /** Multiples of the free disk space below which a node is not ready. */
  diskAdviceFactor: 8,
  connectionsAdviceShare: 0.8,
  connectionsProblemShare: 0.95,
  transactionAdviceS: 60,
  transactionProblemS: 300,
  /** Partitions are created three months ahead. */
  partitionsAdviceMs: 60 * DAY_MS,
  partitionsProblemMs: 10 * DAY_MS,
  /** The same limit as the alert in the runbook of jobs. */
  overdueS: 60,
  taskFailuresAdvice: 3,
  taskFailuresProblem: 10,
  tasksShown: 5,
  queueAdviceMs: 10 * MINUTE_MS,
  queueProblemMs: HOUR_MS,
  /** Providers are polled once an hour. */
  pollMsMax: 2.5 * HOUR_MS,
  /** The same limit as the alert about the ledger's check. */
  ledgerMsMax: 2 * HOUR_MS,
} as const;

type Level = HealthFinding['level'];
type Values = HealthFinding['values'];

const found = (
  finding: HealthFindingName,
  level: Level,
  runbook: HealthRunbook | null,
  values: Values = {},
  atMs: number | null = null,
): HealthFinding => ({
  ...{ finding, level, runbook, values },
  at: atMs === null ? null : new Date(atMs).toISOString(),
});

/** Returns the level of the highest limit that a value exceeds; `null` if it exceeds none. */
const levelOf = (value: number, advice: number, problem: number): Level | null =>
  value > problem ? 'problem' : value > advice ? 'advice' : null;

const rounded = (value: number): number => Math.round(value * 10) / 10;

const GAPS: Readonly<Record<string, HealthFindingName>> = {
  database: 'node_lacks_database',
  disk: 'node_lacks_disk',
  media: 'node_lacks_media',
  picture: 'node_lacks_picture',
  pages: 'node_lacks_pages',
};

function judgeGap(node: string, gap: string): HealthFinding {
  const name = GAPS[gap] ?? (gap.startsWith('migration ') ? 'node_lacks_schema' : undefined);
  const runbook = name === 'node_lacks_picture' ? 'encoders' : 'health';
  // Without its replica a node reads from the primary.
  const level = gap === 'replica' ? 'advice' : 'problem';
  return found(name ?? 'node_lacks_other', level, runbook, { node, gap });
}

function judgeCalls({ name: node, figures }: NodeFacts): HealthFinding[] {
  if (figures === null) return [];
  const { callsPerS, errorsPerS, loopP99Ms } = figures;
  const findings: HealthFinding[] = [];
  const loop = levelOf(loopP99Ms, LIMITS.loopAdviceMs, LIMITS.loopProblemMs);
  if (loop !== null) {
    findings.push(found('event_loop_slow', loop, 'health', { node, ms: Math.round(loopP99Ms) }));
  }
  const share = callsPerS < LIMITS.failingCallsPerSMin ? 0 : errorsPerS / callsPerS;
  const failing = levelOf(share, LIMITS.failingShareAdvice, LIMITS.failingShareProblem);
  if (failing !== null) {
    findings.push(found('calls_fail', failing, 'health', { node, percent: rounded(share * 100) }));
  }
  return findings;
}

function judgeDisk({ name: node, ...facts }: NodeFacts): HealthFinding[] {
  const { diskFreeBytes, diskNeededBytes, missing } = facts;
  if (diskFreeBytes === null || missing.includes('disk')) return [];
  if (diskFreeBytes >= diskNeededBytes * LIMITS.diskAdviceFactor) return [];
  return [found('disk_low', 'advice', 'health', { node, bytes: diskFreeBytes })];
}

function judgeNode(facts: NodeFacts): HealthFinding[] {
  const { name: node, clockAheadMs, isBusConnected, missing } = facts;
  const findings = missing.map((gap) => judgeGap(node, gap));
  if (!isBusConnected)
    findings.push(found('bus_disconnected', 'problem', 'several-nodes', { node }));
  const offMs = Math.abs(clockAheadMs ?? 0);
  const clock = levelOf(offMs, LIMITS.clockAdviceMs, LIMITS.clockProblemMs);
  if (clock !== null) {
    const seconds = rounded((clockAheadMs ?? 0) / SECOND_MS);
    findings.push(found('clock_differs', clock, 'health', { node, seconds }));
  }
  return [...findings, ...judgeCalls(facts), ...judgeDisk(facts)];
}

/** Judges the nodes. A node that is gone is only advice if another has started since, as after a restart. */
function judgeNodes({ nodes }: HealthFacts): HealthFinding[] {
  const here = nodes.filter(({ isGone }) => !isGone);
  const gone = nodes.filter(({ isGone }) => isGone);
  const findings = gone.map(({ name: node, reportedMs }) => {
    const isReplaced = here.some(({ startedMs }) => startedMs >= reportedMs);
    const level = isReplaced ? 'advice' : 'problem';
    return found('node_gone', level, 'several-nodes', { node }, reportedMs);
  });
  const versions = [...new Set(here.map(({ version }) => version))].sort();
  if (versions.length > 1) {
    const values = { versions: versions.join(', ') };
    findings.push(found('versions_differ', 'advice', 'several-nodes', values));
  }
  findings.push(...here.flatMap(judgeNode));
  if (findings.length > 0) return findings;
  return [found('nodes_fine', 'fine', null, { nodes: here.length })];
}

function judgeDatabase({ database, nowMs }: HealthFacts): HealthFinding[] {
  const { connections, connections_max: max, longest_transaction_s: transactionS } = database;
  const findings: HealthFinding[] = [];
  const { connectionsAdviceShare, connectionsProblemShare } = LIMITS;
  const share = levelOf(
    connections / Math.max(1, max),
    connectionsAdviceShare,
    connectionsProblemShare,
  );
  if (share !== null) {
    findings.push(found('connections_high', share, 'health', { connections, max }));
  }
  const { transactionAdviceS, transactionProblemS } = LIMITS;
  const long = levelOf(transactionS ?? 0, transactionAdviceS, transactionProblemS);
  if (long !== null) {
    const seconds = Math.round(transactionS ?? 0);
    findings.push(found('transaction_long', long, 'health', { seconds }));
  }
  const { partitionsUntilMs } = database;
  if (partitionsUntilMs !== null) {
    const leftMs = partitionsUntilMs - nowMs;
    const { partitionsAdviceMs, partitionsProblemMs } = LIMITS;
    const short =
      leftMs < partitionsProblemMs ? 'problem' : leftMs < partitionsAdviceMs ? 'advice' : null;
    if (short !== null) {
      findings.push(found('partitions_short', short, 'health', {}, partitionsUntilMs));
    }
  }
  if (findings.length > 0) return findings;
  return [found('database_fine', 'fine', null, { connections, max })];
}

function judgeJobs({ jobs, tasks }: HealthFacts): HealthFinding[] {
  const findings: HealthFinding[] = [];
  if (jobs.given_up > 0) {
    findings.push(found('jobs_given_up', 'problem', 'jobs', { jobs: jobs.given_up }));
  }
  if (jobs.overdue_s > LIMITS.overdueS) {
    const seconds = Math.round(jobs.overdue_s);
    findings.push(found('jobs_overdue', 'problem', 'jobs', { seconds }));
  }
  const failing = tasks
    .filter(({ failures }) => failures >= LIMITS.taskFailuresAdvice)
    .slice(0, LIMITS.tasksShown);
  for (const { task, failures, last_success_at: at } of failing) {
    const level = failures >= LIMITS.taskFailuresProblem ? 'problem' : 'advice';
    const sinceMs = at === null ? null : Date.parse(at);
    findings.push(found('tasks_fail', level, 'jobs', { task, failures }, sinceMs));
  }
  if (findings.length > 0) return findings;
  return [found('jobs_fine', 'fine', null, { queued: jobs.queued + jobs.running })];
}

/** Judges the streams. A media process that does not respond is reported by the rules for nodes. */
function judgeMedia({ media }: HealthFacts): HealthFinding[] {
  const channels = media.flatMap((process) => process.channels);
  const faulty = channels.flatMap(({ channel_id: channel, findings }) => {
    const problems = findings.filter(({ level }) => level === 'problem').length;
    const advice = findings.filter(({ level }) => level === 'advice').length;
    if (problems + advice === 0) return [];
    const level = problems > 0 ? 'problem' : 'advice';
    return [found('stream_faulty', level, 'encoders', { channel, faults: problems + advice })];
  });
  if (faulty.length > 0) return faulty;
  if (media.some(({ answers }) => !answers)) return [];
  const published = channels.filter(({ publishing }) => publishing).length;
  return media.length === 0 ? [] : [found('media_fine', 'fine', null, { channels: published })];
}

/** Players can see a stopped picture although the source is healthy. */
const judgePlayers = ({ stopped }: HealthFacts): HealthFinding[] =>
  stopped.map(({ fromMs, sessions }) =>
    found('players_stopped', 'problem', 'encoders', { sessions }, fromMs),
  );

/** Returns the finding of a queue whose oldest entry waits for too long. */
function judgeQueue(
  finding: HealthFindingName,
  runbook: HealthRunbook,
  { waiting, oldestMs }: QueueFacts,
  nowMs: number,
): HealthFinding[] {
  if (oldestMs === null) return [];
  const level = levelOf(nowMs - oldestMs, LIMITS.queueAdviceMs, LIMITS.queueProblemMs);
  return level === null ? [] : [found(finding, level, runbook, { waiting }, oldestMs)];
}

function judgeQueues({ mail, push, nowMs }: HealthFacts): HealthFinding[] {
  const findings = [
    ...judgeQueue('mail_waits', 'mail', mail, nowMs),
    ...judgeQueue('push_waits', 'reminders', push, nowMs),
  ];
  if (findings.length > 0) return findings;
  return [found('queues_fine', 'fine', null, { waiting: mail.waiting + push.waiting })];
}

function judgePayments({ providers, nowMs }: HealthFacts): HealthFinding[] {
  const findings = providers.flatMap(({ provider, lastPollMs, webhooks }) => [
    ...judgeQueue('webhooks_wait', 'payments', webhooks, nowMs).map((finding) => ({
      ...finding,
      values: { ...finding.values, provider },
    })),
    ...(lastPollMs !== null && nowMs - lastPollMs > LIMITS.pollMsMax
      ? [found('provider_silent', 'problem', 'payments', { provider }, lastPollMs)]
      : []),
  ]);
  if (findings.length > 0 || providers.length === 0) return findings;
  return [found('payments_fine', 'fine', null, { providers: providers.length })];
}

function judgeLedger({ ledger, nowMs }: HealthFacts): HealthFinding[] {
  const { checkedMs, goodMs, faults } = ledger;
  if (faults > 0) return [found('ledger_faulty', 'problem', 'coins', { faults }, checkedMs)];
  if (goodMs === null) return [found('ledger_unchecked', 'advice', 'coins')];
  if (nowMs - goodMs > LIMITS.ledgerMsMax) {
    return [found('ledger_unchecked', 'problem', 'coins', {}, goodMs)];
  }
  return [found('ledger_fine', 'fine', null, {}, goodMs)];
}

function judgeBackup({ backupMs, nowMs }: HealthFacts): HealthFinding[] {
  if (backupMs === null) return [found('backup_missing', 'advice', 'health')];
  const level = levelOf(nowMs - backupMs, LIMITS.backupAdviceMs, LIMITS.backupProblemMs);
  return level === null ? [] : [found('backup_old', level, 'health', {}, backupMs)];
}

const LEVELS: readonly Level[] = ['problem', 'advice', 'fine'];
/** A screen of findings; many have one common cause. */
const FINDINGS_MAX = 40;

/** Judges the system and returns all findings, including the fine ones, worst first. */
export const judgeHealth = (facts: HealthFacts): HealthFinding[] =>
  [judgeNodes, judgeDatabase, judgeJobs, judgeMedia, judgeQueues, judgePayments, judgeLedger]
    .flatMap((judge) => judge(facts))
    .concat(judgePlayers(facts), judgeBackup(facts))
    .sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
    .slice(0, FINDINGS_MAX);
