import type {
  LivePlayback,
  PageFaultLine,
  StoppedPeriod,
} from '@sangwian/contract/endpoints/operator/playback';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { PlaybackFailure, Transport } from '@sangwian/contract/rules/telemetry';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import {
  isOngoing,
  JOIN_BUCKETS_MS,
  LATENCY_BUCKETS_MS,
  quantileOf,
  type StoppedSpan,
  stoppedSpans,
} from './telemetry-rules.ts';

const SHOWN_MS = 7 * 24 * 60 * 60_000;
/** Reports of a picture that is stopped now are newer. */
const RECENT_MS = 10 * 60_000;
const LIVES_MAX = 20;
const FAULTS_MS = 24 * 60 * 60_000;
const FAULTS_MAX = 100;
const MS_PER_HOUR = 3_600_000;
const MS_PER_S = 1_000;

interface LiveRow {
  readonly program_live_id: string;
  readonly title_th: string;
  readonly title_en: string;
  readonly status: LivePlayback['status'];
  readonly last_minute: Date;
}

interface RenditionRow {
  readonly program_live_id: string;
  readonly transport: Transport;
  readonly height: number;
  readonly joined: number;
  readonly watched_ms: number;
  readonly stall_ms: number;
  readonly stalled: number;
}

interface FailureRow {
  readonly program_live_id: string;
  readonly outcome: 'never_started' | 'failed';
  readonly code: PlaybackFailure;
  readonly sessions: number;
}

interface CountRow {
  readonly program_live_id: string;
  readonly bucket: number;
  readonly joins: number;
  readonly latencies: number;
}

const idsOf = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`;

/** Finds the lives with the newest reports. */
async function findLives(db: Kysely<Database>, since: Date): Promise<readonly LiveRow[]> {
  const { rows } = await sql<LiveRow>`
    select program_live_id, title_th, title_en, status, last_minute
    from (
      select program_live_id, max(minute) as last_minute from (
        select program_live_id, minute from playback_minute where minute >= ${since}
        union all select program_live_id, minute from playback_failure where minute >= ${since}
      ) reported group by 1
    ) newest
    join program_live using (program_live_id) join program using (program_id)
    order by last_minute desc, program_live_id limit ${LIVES_MAX}
  `.execute(db);
  return rows;
}

async function findRenditions(db: Kysely<Database>, ids: readonly string[]) {
  const { rows } = await sql<RenditionRow>`
    select program_live_id, transport, height, sum(joined)::float8 as joined,
      sum(watched_ms)::float8 as watched_ms, sum(stall_ms)::float8 as stall_ms, sum(stalled)::float8 as stalled
    from playback_minute where program_live_id = ${idsOf(ids)} group by 1, 2, 3 order by watched_ms desc
  `.execute(db);
  return rows;
}

async function findFailures(db: Kysely<Database>, ids: readonly string[]) {
  const { rows } = await sql<FailureRow>`
    select program_live_id, outcome, code, sum(sessions)::float8 as sessions
    from playback_failure where program_live_id = ${idsOf(ids)} group by 1, 2, 3 order by sessions desc, code
  `.execute(db);
  return rows;
}

async function findCounts(db: Kysely<Database>, ids: readonly string[]) {
  const { rows } = await sql<CountRow>`
    select program_live_id, bucket::int as bucket, coalesce(sum(joins), 0)::float8 as joins,
      coalesce(sum(latencies), 0)::float8 as latencies
    from playback_minute,
      unnest(join_counts, latency_counts) with ordinality as pair (joins, latencies, bucket)
    where program_live_id = ${idsOf(ids)} group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

/** Returns the periods in which players of lives reported a stopped picture. */
export async function findStopped(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, StoppedSpan[]>> {
  const { rows } = await sql<{
    readonly program_live_id: string;
    readonly minute: Date;
    readonly stopped: number;
    readonly playing: number;
  }>`
    select program_live_id, minute, stopped::float8 as stopped, playing::float8 as playing
    from playback_signal where program_live_id = ${idsOf(ids)} and stopped > 0
  `.execute(db);
  const minutes = Map.groupBy(rows, (row) => row.program_live_id);
  return new Map(
    [...minutes].map(([id, own]) => [
      id,
      stoppedSpans(
        own.map(({ minute, stopped, playing }) => ({ atMs: minute.getTime(), stopped, playing })),
      ),
    ]),
  );
}

/** Returns the pictures that players report as stopped now. */
export async function findStoppedNow(db: Kysely<Database>, now: Date): Promise<StoppedSpan[]> {
  const { rows } = await sql<{ readonly program_live_id: string }>`
    select distinct program_live_id from playback_signal
    where minute > ${new Date(now.getTime() - RECENT_MS)} and stopped > 0
  `.execute(db);
  if (rows.length === 0) return [];
  const found = await findStopped(
    db,
    rows.map((row) => row.program_live_id),
  );
  return [...found.values()].flat().filter((span) => isOngoing(span, now.getTime()));
}

const presentSpan = (span: StoppedSpan, nowMs: number): StoppedPeriod => ({
  from: new Date(span.fromMs).toISOString(),
  to: new Date(span.toMs).toISOString(),
  sessions: span.sessions,
  ongoing: isOngoing(span, nowMs),
});

interface Reported {
  readonly renditions: readonly RenditionRow[];
  readonly failures: readonly FailureRow[];
  readonly counts: readonly CountRow[];
  readonly stopped: readonly StoppedSpan[];
}

const sumOf = <Row>(rows: readonly Row[], read: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + read(row), 0);

function presentLive(live: LiveRow, reported: Reported, nowMs: number): LivePlayback {
  const { renditions, failures, counts } = reported;
  const watchedMs = sumOf(renditions, (row) => row.watched_ms);
  const sessions = sumOf(renditions, (row) => row.joined) + sumOf(failures, (row) => row.sessions);
  const stalled = sumOf(renditions, (row) => row.stalled);
  const stallS = sumOf(renditions, (row) => row.stall_ms) / MS_PER_S;
  const joins = counts.map((row) => row.joins);
  const latencies = counts.map((row) => row.latencies);
  return {
    program_live_id: live.program_live_id as ProgramLiveId,
    title: { th: live.title_th, en: live.title_en },
    status: live.status,
    last_report_at: live.last_minute.toISOString(),
    ...{ sessions, watched_ms: watchedMs },
    join_p50_ms: quantileOf(joins, JOIN_BUCKETS_MS, 0.5),
    join_p95_ms: quantileOf(joins, JOIN_BUCKETS_MS, 0.95),
    // Every session with a stall is counted, but sessions are estimated from a sample.
    stalled_share: sessions === 0 ? null : Math.min(1, stalled / sessions),
    stall_s_per_hour: watchedMs === 0 ? null : stallS / (watchedMs / MS_PER_HOUR),
    latency_p50_ms: quantileOf(latencies, LATENCY_BUCKETS_MS, 0.5),
    latency_p95_ms: quantileOf(latencies, LATENCY_BUCKETS_MS, 0.95),
    renditions: renditions
      .filter((row) => row.watched_ms > 0)
      .map(({ transport, height, watched_ms: ms }) => ({
        ...{ transport, height, share: ms / watchedMs },
      })),
    failures: failures.map(({ outcome, code, sessions: failed }) => ({
      ...{ outcome, code, sessions: failed },
    })),
    stopped: reported.stopped.map((span) => presentSpan(span, nowMs)),
  };
}

/** Returns the playback quality of the lives of the last days, the newest report first. */
export async function readPlayback(db: Kysely<Database>, now: Date): Promise<LivePlayback[]> {
  const lives = await findLives(db, new Date(now.getTime() - SHOWN_MS));
  const ids = lives.map((live) => live.program_live_id);
  const [renditions, failures, counts, stopped] = await Promise.all([
    findRenditions(db, ids),
    findFailures(db, ids),
    findCounts(db, ids),
    findStopped(db, ids),
  ]);
  return lives.map((live) => {
    const isOwn = (row: { readonly program_live_id: string }): boolean =>
      row.program_live_id === live.program_live_id;
    const reported = {
      renditions: renditions.filter(isOwn),
      failures: failures.filter(isOwn),
      counts: counts.filter(isOwn),
      stopped: stopped.get(live.program_live_id) ?? [],
    };
    return presentLive(live, reported, now.getTime());
  });
}

/** Returns the errors of the last 24 hours, the most frequent first. */
export async function readFaults(db: Kysely<Database>, now: Date): Promise<PageFaultLine[]> {
  const { rows } = await sql<{
    readonly class: PageFaultLine['class'];
    readonly page: PageFaultLine['page'];
    readonly build: string;
    readonly place: string;
    readonly faults: number;
    readonly last_hour: Date;
  }>`
    select class, page, build, place, sum(faults)::float8 as faults, max(hour) as last_hour
    from page_fault where hour > ${new Date(now.getTime() - FAULTS_MS)}
    group by 1, 2, 3, 4 order by faults desc, last_hour desc, place limit ${FAULTS_MAX}
  `.execute(db);
  return rows.map(({ place: at, faults: count, last_hour: hour, ...row }) => ({
    ...{ class: row.class, page: row.page, build: row.build, at, count },
    last_hour: hour.toISOString(),
  }));
}
