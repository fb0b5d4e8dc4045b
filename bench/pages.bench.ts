import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createLogger } from '@sangwian/node-kit/logger';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { loadSampleSeason } from '../services/api/src/sample-season/load.ts';
import { type Bench, type Figure, percentile, type Report } from './figure.ts';
import { type ApiAlone, startApiAlone } from './support/api-alone.ts';
import { type FloodReport, startFlood } from './support/page-flood.ts';

const BUILD_PAGES = join(import.meta.dirname, '../tools/start/build-pages.ts');
const WEB_DIST = join(import.meta.dirname, '../apps/web/dist');
const PHASE_S = 15;
const FLOOD_PER_SECOND = 200;
/** Rate of the measured requests: enough for a percentile, too few to add load. */
const CALLS_PER_SECOND = 20;
const WARM_UP_CALLS = 100;
const RATIO_MAX = 2;

interface Member {
  readonly memberId: string;
  readonly token: string;
}

async function signIn({ api, appKey }: ApiAlone, fan: object): Promise<Member> {
  const response = await fetch(`${api}/auth/member/login-v2`, {
    method: 'POST',
    headers: { 'x-app-key': appKey, 'content-type': 'application/json' },
    body: JSON.stringify(fan),
  });
  const { data } = (await response.json()) as {
    data: { access_token: string; member: { member_id: string } };
  };
  return { memberId: data.member.member_id, token: data.access_token };
}

/** Returns the milliseconds to read a member's balance, which is not cached. Infinity for a refused request. */
async function timeCall({ api, appKey }: ApiAlone, { memberId, token }: Member): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${api}/auth/member/wallet?member_id=${memberId}`, {
    headers: {
      'x-app-key': appKey,
      authorization: `Bearer ${token}`,
      'x-forwarded-for': '198.18.0.1',
    },
  }).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok ? performance.now() - began : Number.POSITIVE_INFINITY;
}

/** Sends requests at a fixed rate until `ended` resolves. Returns their durations in milliseconds. */
async function timeCalls(
  api: ApiAlone,
  member: Member,
  ended: Promise<unknown>,
): Promise<number[]> {
  const calls: Promise<number>[] = [];
  const timer = setInterval(() => calls.push(timeCall(api, member)), 1000 / CALLS_PER_SECOND);
  await ended;
  clearInterval(timer);
  return Promise.all(calls);
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

interface Phase {
  readonly name: string;
  readonly callsMs: readonly number[];
  readonly flood: FloodReport | null;
}

/** Returns paths of comparison pages, each for another pair of fighters. */
function pairPaths(ids: readonly string[], count: number): string[] {
  const paths: string[] = [];
  for (let step = 1; paths.length < count; step += 1) {
    for (const [index, id] of ids.entries()) {
      paths.push(`/history/boxer_detail?id=${id}&versus=${ids[(index + step) % ids.length]}`);
    }
  }
  return paths.slice(0, count);
}

async function measure(
  api: ApiAlone,
  member: Member,
  fighterIds: readonly string[],
): Promise<Phase[]> {
  const origin = new URL(api.api).origin;
  const requests = FLOOD_PER_SECOND * PHASE_S;
  const floods = [
    {
      name: 'random queries',
      paths: Array.from({ length: requests }, (_, index) => `/?x=${index.toString(36)}`),
    },
    { name: 'distinct valid addresses', paths: pairPaths(fighterIds, requests) },
  ];
  for (let call = 0; call < WARM_UP_CALLS; call += 1) await timeCall(api, member);
  const phases: Phase[] = [
    { name: 'alone', callsMs: await timeCalls(api, member, wait(PHASE_S * 1000)), flood: null },
  ];
  for (const [index, { name, paths }] of floods.entries()) {
    const flooding = startFlood({
      origin,
      paths,
      perSecond: FLOOD_PER_SECOND,
      from: `203.0.113.${index + 1}`,
    });
    const callsMs = await timeCalls(api, member, flooding);
    const flood = await flooding;
    if (flood.statuses[200] === undefined)
      throw new Error(`no page of ${name} was served: ${answersOf(flood)}`);
    phases.push({ name, callsMs, flood });
  }
  return phases;
}

const answersOf = ({ statuses }: FloodReport): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

function report(phases: readonly Phase[]): Report {
  const [alone] = phases;
  const p95 = ({ callsMs }: Phase): number => percentile(callsMs, 0.95);
  const aloneMs = alone === undefined ? Number.NaN : p95(alone);
  const figures = phases.slice(1).map(
    (phase): Figure => ({
      id: `calls-beside-${phase.name.replaceAll(' ', '-')}`,
      value: p95(phase) / aloneMs,
      goal: RATIO_MAX,
      sense: 'at-most',
      unit: ' ×',
    }),
  );
  const rows = phases.map((phase) => [
    phase.name,
    percentile(phase.callsMs, 0.5).toFixed(1),
    p95(phase).toFixed(1),
    Math.max(...phase.callsMs).toFixed(1),
    (p95(phase) / aloneMs).toFixed(2),
    phase.flood === null ? '' : answersOf(phase.flood),
    phase.flood === null ? '' : (phase.flood.tailMs / 1000).toFixed(1),
  ]);
  return {
    table: [
      [
        'others’ calls',
        'p50 ms',
        'p95 ms',
        'max ms',
        'to alone',
        'flood’s answers',
        'busy s after',
      ],
      ...rows,
    ],
    figures,
  };
}

async function run(): Promise<Report> {
  execFileSync(process.execPath, [BUILD_PAGES], { stdio: ['ignore', 'ignore', 'inherit'] });
  const api = await startApiAlone({
    WEB_DIST,
    // One member sends the requests of many, so the limit per session is off.
    RATE_LIMIT_PER_SESSION: '0',
  });
  const db = createDatabase(api.databaseUrl, createLogger('bench', 'warn'));
  try {
    const { accounts } = await loadSampleSeason(db, { now: new Date() });
    const fighters = await db.selectFrom('fighter').select('fighter_id').execute();
    const member = await signIn(api, accounts.fans[0] ?? {});
    return report(
      await measure(
        api,
        member,
        fighters.map(({ fighter_id }) => fighter_id),
      ),
    );
  } finally {
    await db.destroy();
    await api.stop();
  }
}

export const bench: Bench = {
  about: `other fans’ API calls while one address requests ${FLOOD_PER_SECOND} pages per second`,
  run,
};
