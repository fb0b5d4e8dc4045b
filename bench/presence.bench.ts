import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import { sql } from 'kysely';
import { createInProcessBus } from '../services/api/src/platform/bus/bus.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { loadSampleSeason } from '../services/api/src/sample-season/load.ts';
import { migrate } from '../services/api/src/schema/migrate.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { familyCpuSeconds, parentOf } from './support/processes.ts';
import { startViewingNodes, stopViewingNodes, type ViewingNode } from './support/viewing-nodes.ts';
import { WatchCrowd } from './support/watch-crowd.ts';

const NODES = 5;
const WATCHERS = Number(process.env.PRESENCE_WATCHERS ?? 500_000);
const MEASURED_MS = 60_000;
const PROBES = 12;
const PROBE_MS_MAX = 10_000;
const STEP_MS = 20;
const COMPARISONS = 10;
const SHOWN_MS_MAX = 90_000;

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits for a condition. @returns the waiting time in milliseconds, at most `msMax` */
async function timeUntil(isTrue: () => boolean, msMax: number): Promise<number> {
  const beganMs = performance.now();
  while (!isTrue() && performance.now() - beganMs < msMax) await sleep(STEP_MS);
  return performance.now() - beganMs;
}

/** Lets a member join on one node and leave again. @returns the milliseconds until another node showed each change */
async function probe(
  crowd: WatchCrowd,
  nodes: readonly ViewingNode[],
  turn: number,
): Promise<number[]> {
  const near = nodes[turn % nodes.length] as ViewingNode;
  const far = nodes[(turn + 2) % nodes.length] as ViewingNode;
  const shows = (viewers: number) => () => (far.shown.get(crowd.probeLiveId) ?? 0) === viewers;
  const fan = await crowd.joinProbe(near);
  const joined = await timeUntil(shows(1), PROBE_MS_MAX);
  await crowd.leaveProbe(near, fan);
  return [joined, await timeUntil(shows(0), PROBE_MS_MAX)];
}

/** Returns the CPU seconds of the statement with which one node compares its in-memory sessions with the database. */
async function measureComparison({ db }: WatchCrowd, postmaster: number): Promise<number> {
  const beganS = familyCpuSeconds(postmaster);
  for (let turn = 0; turn < COMPARISONS; turn += 1) {
    await sql`
      select watch_session_id from watch_session
      where watch_node_id = (select watch_node_id from watch_node order by watch_node_id limit 1)
    `.execute(db);
  }
  return (familyCpuSeconds(postmaster) - beganS) / COMPARISONS;
}

interface Measured {
  readonly comparisonS: number;
  readonly cpuShare: number;
  readonly walBytesPerS: number;
  readonly agesMs: readonly number[];
  /** Viewer count that a node showed at the end. */
  readonly shown: number;
}

/** Measures the database load while the crowd watches and probes join and leave. */
async function measureWindow(crowd: WatchCrowd, nodes: readonly ViewingNode[]): Promise<Measured> {
  const db = crowd.db;
  await sql`vacuum analyze watch_session`.execute(db);
  await sql`checkpoint`.execute(crowd.adminDb);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const wal = async () => {
    const read = sql<{ bytes: string }>`select pg_current_wal_lsn() - '0/0' as bytes`;
    return Number((await read.execute(db)).rows[0]?.bytes);
  };
  const walBefore = await wal();
  const cpuBefore = familyCpuSeconds(postmaster);
  const beganMs = performance.now();
  const agesMs: number[] = [];
  for (let turn = 0; turn < PROBES || performance.now() - beganMs < MEASURED_MS; turn += 1) {
    if (turn < PROBES) agesMs.push(...(await probe(crowd, nodes, turn)));
    else await sleep(STEP_MS);
  }
  const seconds = (performance.now() - beganMs) / 1_000;
  return {
    cpuShare: (familyCpuSeconds(postmaster) - cpuBefore) / seconds,
    walBytesPerS: ((await wal()) - walBefore) / seconds,
    agesMs,
    shown: nodes[0]?.shown.get(crowd.liveId) ?? 0,
    comparisonS: await measureComparison(crowd, postmaster),
  };
}

const reportOf = (measured: Measured, rampMs: number, rampCpuS: number): Report => {
  const { cpuShare, walBytesPerS, agesMs, shown, comparisonS } = measured;
  return {
    table: [
      [
        'watchers',
        'nodes',
        'shown',
        'database CPU',
        'WAL',
        'age p50',
        'age p99',
        'arrival of all',
        'comparison of a node',
      ],
      [
        String(WATCHERS),
        String(NODES),
        String(shown),
        `${(cpuShare * 100).toFixed(1)} % of a core`,
        `${(walBytesPerS / 1e6).toFixed(2)} MB/s`,
        `${(percentile(agesMs, 0.5) / 1_000).toFixed(2)} s`,
        `${(percentile(agesMs, 0.99) / 1_000).toFixed(2)} s`,
        `${(rampMs / 1_000).toFixed(0)} s, ${rampCpuS.toFixed(0)} CPU s`,
        `${(comparisonS * 1_000).toFixed(0)} ms CPU`,
      ],
    ],
    figures: [
      {
        ...{ id: 'presence-database-cpu', value: cpuShare * 100, goal: 5 },
        ...{ sense: 'at-most', unit: ' %' },
      },
      {
        ...{ id: 'presence-count-age', value: percentile(agesMs, 0.99) / 1_000, goal: 3 },
        ...{ sense: 'at-most', unit: ' s' },
      },
      {
        ...{ id: 'presence-count-error', value: Math.abs(shown - WATCHERS), goal: 0 },
        ...{ sense: 'at-most', unit: '' },
      },
    ],
  };
};

async function measure(databaseUrl: string, adminUrl: string): Promise<Report> {
  const logger = createLogger('bench', 'silent');
  // One connection, so that its settings apply to all statements.
  const db = createDatabase(databaseUrl, logger, { connectionsMax: 1 });
  const adminDb = createDatabase(adminUrl, logger, { connectionsMax: 1 });
  await sql`set statement_timeout = 0`.execute(db);
  const loader = createDatabase(databaseUrl, logger);
  const { program_live_id: liveId } = await loadSampleSeason(loader, { now: new Date() });
  await loader.destroy();
  const crowd = await WatchCrowd.create({ db, adminDb, liveId, watchers: WATCHERS });
  const nodes = startViewingNodes(NODES, databaseUrl, createInProcessBus(), logger);
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const postmaster = parentOf(rows[0]?.pid ?? 0);
    const cpuBefore = familyCpuSeconds(postmaster);
    const rampMs = await crowd.arrive(nodes);
    await timeUntil(
      () => nodes.every(({ shown }) => (shown.get(liveId) ?? 0) >= WATCHERS),
      SHOWN_MS_MAX,
    );
    const rampCpuS = familyCpuSeconds(postmaster) - cpuBefore;
    return reportOf(await measureWindow(crowd, nodes), rampMs, rampCpuS);
  } finally {
    crowd.stop();
    await stopViewingNodes(nodes);
    await Promise.all([db.destroy(), adminDb.destroy()]);
  }
}

export const bench: Bench = {
  about: `${WATCHERS} watchers on ${NODES} nodes: CPU of the database, age of the shown count`,
  run: async (): Promise<Report> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-presence-'));
    const database = await startEmbeddedPostgres({ dataDir });
    try {
      await migrate(database.url);
      return await measure(database.url, database.adminUrl);
    } finally {
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
