import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@sangwian/node-kit/logger';
import { makeApiWorld } from '@sangwian/testkit/fuzz/api-world';
import { randomOf } from '@sangwian/testkit/fuzz/fuzz-random';
import { type MediaTarget, startMediaTarget } from '@sangwian/testkit/fuzz/media-target';
import { type FuzzTally, fuzzApi, fuzzMedia, newTally } from '@sangwian/testkit/fuzz/run-fuzz';
import { type FuzzTarget, fuzzTarget } from '@sangwian/testkit/fuzz/send-call';
import type { Kysely } from 'kysely';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { loadSampleSeason } from '../services/api/src/sample-season/load.ts';
import type { Database } from '../services/api/src/schema/database.ts';
import type { Bench, Figure, Report } from './figure.ts';
import { type ApiAlone, startApiAlone } from './support/api-alone.ts';
import { fuzzSocket } from './support/fuzz-sockets.ts';
import { type ProcessSize, sizeOfProcess } from './support/process-size.ts';

/** `FUZZ_REQUESTS`, `FUZZ_SEED` and `FUZZ_MINUTES` configure a run. An interrupted run resumes with its last round. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_000_000);
const MINUTES_MAX = Number(process.env['FUZZ_MINUTES'] ?? 24 * 60);
const STATE_FILE = join(import.meta.dirname, '../test-results/fuzz.json');
/** Requests per round, all with the same members and staff. */
const ROUND = { api: 1_000, media: 800, events: 10, sockets: 20 } as const;
const CONCURRENCY = 24;
const SETTLE_MS = 5_000;
const FAULTS_SHOWN = 20;
/** Caches fill and the heap grows to its working size in the first rounds. */
const WARM_UP_ROUNDS = 10;
const GROWTH_MEGABYTES_MAX = 250;

interface State {
  readonly seed: number;
  rounds: number;
  readonly tally: FuzzTally;
}

/** Returns the state of an unfinished run with the same seed, or a new one. */
function readState(): State {
  const wanted = process.env['FUZZ_SEED'];
  const kept = existsSync(STATE_FILE)
    ? (JSON.parse(readFileSync(STATE_FILE, 'utf8')) as State)
    : null;
  const isSame = kept !== null && (wanted === undefined || Number(wanted) === kept.seed);
  if (isSame && kept.tally.requests < REQUESTS) return kept;
  return { seed: Number(wanted ?? randomInt(2 ** 31)), rounds: 0, tally: newTally() };
}

function keepState(state: State): void {
  mkdirSync(dirname(STATE_FILE), { recursive: true });
  writeFileSync(STATE_FILE, JSON.stringify(state));
}

interface Site {
  readonly api: ApiAlone;
  readonly url: string;
  readonly db: Kysely<Database>;
  readonly programLiveId: string;
  readonly media: MediaTarget;
  readonly apiTarget: FuzzTarget;
  readonly mediaTarget: FuzzTarget;
}

async function startSite(): Promise<Site> {
  const api = await startApiAlone({
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_SESSION: '0',
    LOG_LEVEL: 'error',
  });
  const db = createDatabase(api.databaseUrl, createLogger('bench', 'silent'));
  const { program_live_id } = await loadSampleSeason(db, { now: new Date() });
  const media = await startMediaTarget();
  const url = new URL(api.api).origin;
  return {
    api,
    url,
    db,
    programLiveId: program_live_id,
    media,
    apiTarget: fuzzTarget(url, CONCURRENCY),
    mediaTarget: fuzzTarget(media.url, CONCURRENCY),
  };
}

async function stopSite({ api, db, media, apiTarget, mediaTarget }: Site): Promise<void> {
  apiTarget.agent.destroy();
  mediaTarget.agent.destroy();
  await media.stop();
  await db.destroy();
  await api.stop();
}

async function fuzzRound(site: Site, { seed, rounds, tally }: State): Promise<void> {
  const { api, db, programLiveId, url, media } = site;
  const ask = async (operation: string) => {
    const [, path = ''] = operation.split(' ');
    const response = await fetch(`${api.api}${path}`, { headers: { 'x-app-key': api.appKey } });
    return { body: (await response.json()) as { data: never } };
  };
  const random = randomOf(seed, -1 - rounds);
  const world = await makeApiWorld({
    ...{ db, appKey: api.appKey, ask, programLiveId, random },
    hasSlowBodies: true,
  });
  const span = (size: number) => ({ seed, from: rounds * size, to: (rounds + 1) * size });
  const options = { concurrency: CONCURRENCY };
  await fuzzApi({ ...span(ROUND.api), ...options, target: site.apiTarget, world }, tally);
  await fuzzMedia({ ...span(ROUND.media), ...options, target: site.mediaTarget, media }, tally);
  const first = rounds * ROUND.sockets;
  await Promise.all(
    Array.from({ length: ROUND.sockets }, (_, socket) => {
      const from = (first + socket) * ROUND.events;
      return fuzzSocket({ seed, from, to: from + ROUND.events, url, world }, tally);
    }),
  );
}

const sizesOf = ({ api, media }: Site): ProcessSize[] => [api.pid, media.pid].map(sizeOfProcess);

async function fuzz(
  site: Site,
  state: State,
): Promise<{ before: ProcessSize[]; after: ProcessSize[] }> {
  const endsAt = Date.now() + MINUTES_MAX * 60_000;
  let before = sizesOf(site);
  const firstRound = state.rounds;
  while (state.tally.requests < REQUESTS && Date.now() < endsAt) {
    await fuzzRound(site, state);
    state.rounds += 1;
    keepState(state);
    if (state.rounds - firstRound === WARM_UP_ROUNDS) before = sizesOf(site);
    if (state.rounds % 20 === 0) console.log(`${state.tally.requests} requests …`);
  }
  // Idle connections of the fuzzer are closed before handles are counted.
  site.apiTarget.agent.destroy();
  site.mediaTarget.agent.destroy();
  await wait(SETTLE_MS);
  return { before, after: sizesOf(site) };
}

const atMost = (id: string, value: number, goal: number, unit = ''): Figure => ({
  id,
  value,
  goal,
  sense: 'at-most',
  unit,
});

function reportOf(state: State, before: ProcessSize[], after: ProcessSize[]): Report {
  const { tally, seed } = state;
  const growth = (field: keyof ProcessSize): number =>
    Math.max(...after.map((size, index) => size[field] - (before[index]?.[field] ?? 0)));
  for (const fault of tally.faults.slice(0, FAULTS_SHOWN)) console.error(fault);
  return {
    table: [
      ['answer', 'times'],
      ...Object.entries(tally.statuses)
        .sort(([, one], [, other]) => other - one)
        .map(([status, times]) => [status, String(times)]),
      ['slowest whole answer (ms)', String(Math.round(tally.slowestMs))],
      ['seed', String(seed)],
    ],
    figures: [
      { id: 'fuzz-requests', value: tally.requests, goal: 1_000_000, sense: 'at-least', unit: '' },
      atMost('fuzz-faults', tally.faults.length, 0),
      atMost('fuzz-memory-growth', growth('megabytes'), GROWTH_MEGABYTES_MAX, ' MB'),
      atMost('fuzz-handles-growth', growth('handles'), 20),
    ],
  };
}

/** Malformed and unauthorised requests to every endpoint, socket event, upload, media URL, WHIP, WHEP and RTMP. */
export const bench: Bench = {
  about: 'requests of every kind with defects, from every caller: faults, hangs and leaks',
  run: async (): Promise<Report> => {
    const state = readState();
    console.log(`seed ${state.seed}, from round ${state.rounds}`);
    const site = await startSite();
    try {
      const { before, after } = await fuzz(site, state);
      return reportOf(state, before, after);
    } finally {
      await stopSite(site);
    }
  },
};
