import { every, readTaskStates } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { Bus } from '../bus/bus.ts';
import { type DiskCheck, freeBytes } from '../health/disk-gaps.ts';
import type { Gap } from '../health/gap.ts';
import { type MediaControl, readMediaProcess } from '../health/media-gaps.ts';
import type { ApiModule } from '../http/handler.ts';
import { redactText } from '../redact/redact.ts';
import { CallMeter } from './call-meter.ts';
import type { NodeIdentity } from './node-identity.ts';
import { NODE_LIMITS } from './node-limits.ts';
import type { NodeFigures, NodeReport } from './node-report.ts';
import { NodesStore } from './nodes.store.ts';

export interface NodeReporterDeps {
  readonly db: Kysely<Database>;
  readonly node: NodeIdentity;
  readonly secretsMark: string;
  readonly bus: Pick<Bus, 'isBusConnected'>;
  readonly sockets: { counts(): Readonly<Record<string, number>> };
  readonly media: MediaControl;
  readonly disk: Pick<DiskCheck, 'folder' | 'freeBytesMin'>;
  readonly findGaps: () => Promise<readonly Gap[]>;
  /** Returns the number of viewers of all lives. */
  readonly countViewers: () => Promise<number>;
  readonly logger: Logger;
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Returns the clock of this node minus the clock of the database, in milliseconds. */
async function measureClock(store: NodesStore): Promise<number> {
  const beforeMs = Date.now();
  const database = await store.readClock();
  // The database read its clock at some moment between these two times.
  return Math.round((beforeMs + Date.now()) / 2 - database.getTime());
}

const taskStates = (): NodeReport['tasks'] =>
  readTaskStates().map(({ task, kind, lastSuccessMs, lastFailureMs, failures, error }) => ({
    task,
    kind,
    success_ms: lastSuccessMs,
    failure_ms: lastFailureMs,
    failures,
    error: error === null ? null : redactText(error, NODE_LIMITS.errorCharsMax),
  }));

/** Writes the reports of this node: a report every ten seconds and a chart point every thirty seconds. */
export function createNodeReporter(deps: NodeReporterDeps): ApiModule {
  const { db, node, bus, sockets, media, disk, logger } = deps;
  const store = new NodesStore(db);
  const meter = new CallMeter(performance.now());
  const startedAt = new Date();
  let figures: NodeFigures | null = null;
  let sampledMs = performance.now();

  async function sampleIfDue(): Promise<void> {
    const nowMs = performance.now();
    // The intervals of recurring work vary by a tenth.
    if (nowMs - sampledMs < NODE_LIMITS.sampleS * 1_000 * 0.9) return;
    sampledMs = nowMs;
    figures = meter.readAndReset(nowMs);
    await store.addSample(node, {
      ...figures,
      sockets: sum(Object.values(sockets.counts())),
      memory_bytes: process.memoryUsage.rss(),
      viewers: await deps.countViewers(),
    });
    await store.removeGone();
  }

  async function report(): Promise<void> {
    const clockAheadMs = await measureClock(store);
    const [gaps, answer, free] = await Promise.all([
      deps.findGaps(),
      media.url === '' ? null : readMediaProcess(media),
      freeBytes(disk.folder),
    ]);
    await sampleIfDue();
    await store.report(node, startedAt, {
      clock_ahead_ms: clockAheadMs,
      memory_bytes: process.memoryUsage.rss(),
      disk_free_bytes: Number.isFinite(free) ? free : null,
      disk_needed_bytes: disk.freeBytesMin,
      sockets: sockets.counts(),
      bus_hearing: bus.isBusConnected(),
      secrets_mark: deps.secretsMark,
      figures,
      missing: gaps.map(({ name }) => name),
      tasks: taskStates(),
      has_media: media.url !== '',
      media: answer && { ...answer, channels: answer.channels.slice(0, NODE_LIMITS.channelsMax) },
    });
  }

  const reports = every(NODE_LIMITS.reportMs, report, {
    name: 'node_report',
    logger,
    firstAfterMs: 0,
  });
  return {
    register: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        // A 503 response to a readiness probe is not a failed request.
        const isProbe = request.routeOptions.url?.startsWith('/health/') === true;
        if (!isProbe) meter.add(reply.elapsedTime, reply.statusCode);
        done();
      });
    },
    tasks: [{ name: 'node_sample_prune', crontab: '29 * * * *', run: () => store.pruneSamples() }],
    start: () => reports.start(),
    stop: async () => {
      await reports.stop();
      meter.stop();
      // A node that stops removes its row, so that it is not reported as gone. Without the database, the row expires.
      await store.remove(node.nodeId).catch(() => undefined);
    },
  };
}
