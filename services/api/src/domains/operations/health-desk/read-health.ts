import type { Health, HealthNode } from '@sangwian/contract/endpoints/operator/health';
import type { Kysely } from 'kysely';
import { NODE_LIMITS } from '../../../platform/nodes/node-limits.ts';
import { type NodeRow, NodesStore } from '../../../platform/nodes/nodes.store.ts';
import type { Database } from '../../../schema/database.ts';
import { findStoppedNow } from '../../live/telemetry/telemetry.module.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import type { ChannelHealth } from '../show-desk/show-desk.module.ts';
import { BackupStore } from './backup.store.ts';
import { type HealthFacts, judgeHealth, type NodeFacts } from './health-rules.ts';
import { mergeMedia } from './merge-media.ts';
import { mergeTasks } from './merge-tasks.ts';
import { type ProviderRow, SystemStore } from './system.store.ts';

export interface ReadHealthDeps {
  readonly db: Kysely<Database>;
  readonly wallet: Pick<Wallet, 'readLastChecks'>;
  readonly streams: { readChannels(): Promise<ChannelHealth[]> };
  /** Providers that are configured. */
  readonly providers: readonly ('omise' | 'paypal')[];
  readonly mailIsOn: boolean;
  readonly pushIsOn: boolean;
}

const isGone = ({ reportedAt }: NodeRow, now: Date): boolean =>
  now.getTime() - reportedAt.getTime() > NODE_LIMITS.silentS * 1_000;

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

function presentNode(row: NodeRow, now: Date, ownId: string): HealthNode {
  const { report } = row;
  const { figures } = report;
  return {
    ...{ node_id: row.nodeId, name: row.name, version: row.version },
    started_at: row.startedAt.toISOString(),
    reported_at: row.reportedAt.toISOString(),
    gone: isGone(row, now),
    answering: row.nodeId === ownId,
    clock_ahead_ms: report.clock_ahead_ms,
    memory_bytes: report.memory_bytes,
    disk_free_bytes: report.disk_free_bytes,
    sockets: sum(Object.values(report.sockets)),
    calls_per_s: figures?.calls_per_s ?? null,
    p95_ms: figures?.p95_ms ?? null,
    errors_per_s: figures?.errors_per_s ?? null,
    event_loop_p99_ms: figures?.event_loop_p99_ms ?? null,
    missing: report.missing,
  };
}

function nodeFacts(row: NodeRow, now: Date): NodeFacts {
  const { report } = row;
  return {
    ...{ name: row.name, version: row.version, isGone: isGone(row, now) },
    startedMs: row.startedAt.getTime(),
    reportedMs: row.reportedAt.getTime(),
    clockAheadMs: report.clock_ahead_ms,
    isBusConnected: report.bus_hearing,
    diskFreeBytes: report.disk_free_bytes,
    diskNeededBytes: report.disk_needed_bytes,
    missing: report.missing,
    figures: report.figures && {
      callsPerS: report.figures.calls_per_s,
      errorsPerS: report.figures.errors_per_s,
      loopP99Ms: report.figures.event_loop_p99_ms,
    },
  };
}

function sumSockets(nodes: readonly NodeRow[]): Health['sockets'] {
  const counts = new Map<string, number>();
  for (const { report } of nodes) {
    for (const [namespace, sockets] of Object.entries(report.sockets)) {
      counts.set(namespace, (counts.get(namespace) ?? 0) + sockets);
    }
  }
  return [...counts]
    .map(([namespace, sockets]) => ({ namespace, sockets }))
    .sort((a, b) => (a.namespace < b.namespace ? -1 : 1));
}

const queueFacts = ({ waiting, oldest }: { waiting: number; oldest: Date | null }) => ({
  waiting,
  oldestMs: oldest?.getTime() ?? null,
});

const providerFacts = (row: ProviderRow) => ({
  provider: row.provider,
  lastPollMs: row.last_poll_at?.getTime() ?? null,
  webhooks: queueFacts(row),
});

function ledgerOf({ last, good }: Awaited<ReturnType<Wallet['readLastChecks']>>) {
  const times = [good.full, good.incremental].flatMap((at) => at?.getTime() ?? []);
  return {
    checkedMs: last?.checkedAt.getTime() ?? null,
    goodMs: times.length === 0 ? null : Math.max(...times),
    faults: last?.faults.length ?? 0,
  };
}

const fromMs = (ms: number | null): string | null => (ms === null ? null : iso(new Date(ms)));

/** Reads and judges the state of the whole system. `ownId` is the id of this node. */
export async function readHealth(deps: ReadHealthDeps, ownId: string): Promise<Health> {
  const system = new SystemStore(deps.db);
  const [state, rows, jobs, mail, push, providers, channels, checks, backupAt] = await Promise.all([
    system.readDatabase(),
    new NodesStore(deps.db).find(),
    system.countJobs(),
    system.readMails(),
    system.readPushes(),
    system.readProviders(deps.providers),
    deps.streams.readChannels(),
    deps.wallet.readLastChecks(),
    new BackupStore(deps.db).findLast(),
  ]);
  const { now, partitions_until: partitionsUntil, ...figures } = state;
  const here = rows.filter((row) => !isGone(row, now));
  const tasks = mergeTasks(here.flatMap(({ report }) => report.tasks));
  const media = mergeMedia(here, channels);
  const ledger = ledgerOf(checks);
  const stopped = await findStoppedNow(deps.db, now);
  const facts: HealthFacts = {
    nowMs: now.getTime(),
    nodes: rows.map((row) => nodeFacts(row, now)),
    database: {
      ...figures,
      partitionsUntilMs: partitionsUntil?.getTime() ?? null,
    },
    ...{ jobs, tasks, media, ledger, stopped },
    mail: queueFacts(mail),
    push: queueFacts(push),
    providers: providers.map(providerFacts),
    backupMs: backupAt?.getTime() ?? null,
  };
  return {
    checked_at: now.toISOString(),
    findings: judgeHealth(facts),
    nodes: rows.map((row) => presentNode(row, now, ownId)),
    sockets: sumSockets(here),
    database: { ...figures, partitions_until: iso(partitionsUntil) },
    ...{ jobs, tasks, media },
    mail: { on: deps.mailIsOn, waiting: mail.waiting, oldest_at: iso(mail.oldest) },
    push: { on: deps.pushIsOn, waiting: push.waiting, oldest_at: iso(push.oldest) },
    providers: providers.map((row) => ({
      provider: row.provider,
      last_webhook_at: iso(row.last_webhook_at),
      last_poll_at: iso(row.last_poll_at),
      webhooks_waiting: row.waiting,
    })),
    ledger: {
      checked_at: fromMs(ledger.checkedMs),
      faults: ledger.faults,
      good_at: fromMs(ledger.goodMs),
    },
    backup_at: iso(backupAt),
  };
}
