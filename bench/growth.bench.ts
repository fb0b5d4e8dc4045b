import { ENDPOINTS } from '@sangwian/contract/contract';
import { createLogger } from '@sangwian/node-kit/logger';
import { makeStaff } from '@sangwian/testkit/make-staff';
import { type Kysely, sql } from 'kysely';
import { createWallet } from '../services/api/src/domains/money/wallet/wallet.module.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { loadSampleSeason } from '../services/api/src/sample-season/load.ts';
import type { Database } from '../services/api/src/schema/database.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { type ApiAlone, startApiAlone } from './support/api-alone.ts';
import { growDatabase, type Size } from './support/grow-database.ts';
import { timeJobs } from './support/job-times.ts';

/** 1: a million members, ten million transfers, five million messages, five years of cards. */
const scale = Number(process.env.GROWTH_SCALE ?? 1);
const SIZE: Size = {
  members: Math.round(1_000_000 * scale),
  transfers: Math.round(10_000_000 * scale),
  messages: Math.round(5_000_000 * scale),
  cards: Math.max(10, Math.round(780 * scale)),
};
/** Each endpoint is timed in passes, of which the fastest counts: other work only adds to a time. */
const PASSES = 3;
const ROUNDS = 50;
const WARM_UP = 5;
/** Shorter times count as this long: the machine varies as much. */
const SHORT_MS = 5;
/** Jobs are also as slow as the worker is to notice them. */
const SHORT_JOB_MS = 50;
/** Answers whose length is the amount of data, streams, and calls to other programs. */
const LEFT_OUT = /csv$|export$|\/picture$|\/show\/stream$|^GET \/external|\/sign-in\/options$/;

type Times = Map<string, number>;

interface Visitor {
  readonly api: ApiAlone;
  readonly fan: { readonly memberId: string; readonly token: string };
  readonly staff: Readonly<Record<string, string>>;
  readonly ids: Readonly<Record<string, string>>;
}

/** Values of the queries that endpoints need, by operation; `{name}` is one of the ids. */
const QUERIES: Readonly<Record<string, string>> = {
  'GET /auth/member/wallet': 'member_id={member_id}',
  'GET /auth/member/wallet/history': 'member_id={member_id}',
  'GET /fighter/ranking': 'division={division_id}',
  'GET /member/findOne': 'member_id={member_id}',
  'GET /giftLog/encouragementBar': 'match_live_id={match_live_id}',
  'GET /giftLog/leaderboard': 'match_live_id={match_live_id}',
  'GET /giftLog/leaderboard/mine': 'match_live_id={match_live_id}',
  'GET /operator/chat': 'program_live_id={program_live_id}',
  'GET /operator/show/chat': 'program_live_id={program_live_id}',
  'GET /operator/order': 'limit=50',
  'GET /operator/chat/words/try': 'text=hello',
  'GET /operator/money/report': 'from=2026-10-01&to=2026-11-01&by=day',
  'GET /operator/health/series': 'span=30m',
};

async function readIds(db: Kysely<Database>, phone: string): Promise<Record<string, string>> {
  const { rows } = await sql<Record<string, string>>`
    select live.program_live_id, live.program_id,
      (select match_live_id from match_live where match_live.program_live_id = live.program_live_id order by 1 limit 1) as match_live_id,
      (select red_fighter_id from bout where bout.program_id = live.program_id order by card_order limit 1) as fighter_id,
      (select division_id from bout where bout.program_id = live.program_id order by card_order limit 1) as division_id,
      fan.member_id,
      (select coin_order_id from coin_order where coin_order.member_id = fan.member_id limit 1) as order_id
    from program_live live cross join (select member_id from member where phone = '+66' || substr(${phone}, 2)) as fan
    where live.status = 'in_progress'`.execute(db);
  return rows[0] ?? {};
}

async function signIn({ api, appKey }: ApiAlone, phone: string, password: string): Promise<string> {
  const answer = await fetch(`${api}/auth/member/login-v2`, {
    method: 'POST',
    headers: { 'x-app-key': appKey, 'content-type': 'application/json' },
    body: JSON.stringify({ phone, password }),
  });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  return data.access_token;
}

/** Returns the address and headers of an operation; `null` if an id is missing. */
function requestOf(visitor: Visitor, operation: string): [string, Record<string, string>] | null {
  const ids: Record<string, string> = { ...visitor.ids, member_id: visitor.fan.memberId };
  const template = `${operation.slice(4)}${operation in QUERIES ? `?${QUERIES[operation]}` : ''}`;
  let isKnown = true;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    isKnown &&= name in ids;
    return ids[name] ?? '';
  });
  if (!isKnown) return null;
  const { identity } = ENDPOINTS[operation as keyof typeof ENDPOINTS];
  return [
    visitor.api.api + path,
    {
      'x-app-key': visitor.api.appKey,
      // Answers from the API's own cache cost nothing at any size.
      'cache-control': 'no-cache',
      ...(identity === 'staff'
        ? visitor.staff
        : identity === 'member'
          ? { authorization: `Bearer ${visitor.fan.token}` }
          : {}),
    },
  ];
}

/** Returns the 95th percentile of calls in milliseconds; `null` if the address does not answer. */
async function timeCalls(url: string, headers: Record<string, string>): Promise<number | null> {
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) return null;
    if (round >= WARM_UP) ms.push(performance.now() - began);
  }
  return percentile(ms, 0.95);
}

/** Returns the 95th percentile of each read endpoint that answers: the lowest of all passes. */
async function timeAll(visitor: Visitor): Promise<Times> {
  const requests = new Map(
    Object.keys(ENDPOINTS)
      .filter((operation) => operation.startsWith('GET ') && !LEFT_OUT.test(operation))
      .map((operation) => [operation, requestOf(visitor, operation)] as const),
  );
  const times: Times = new Map();
  // Minutes lie between two passes of an endpoint, so that a vacuum or other work slows only one of them.
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const [operation, request] of requests) {
      const p95Ms = request === null ? null : await timeCalls(...request);
      if (p95Ms === null) {
        if (process.env.GROWTH_SAY === '1') console.log('not answered', operation);
        requests.delete(operation);
        times.delete(operation);
      } else times.set(operation, Math.min(p95Ms, times.get(operation) ?? Infinity));
    }
  }
  return times;
}

interface Scan {
  readonly table: string;
  readonly rows: number;
}

/** Returns the large tables of which rows were read one after another since the last call. */
async function readScans(db: Kysely<Database>, before: readonly Scan[]): Promise<Scan[]> {
  const { rows } = await sql<Scan>`
    select relname as table, seq_tup_read as rows from pg_stat_user_tables where n_live_tup > 50000
  `.execute(db);
  return rows.map(({ table, rows: read }) => ({
    table,
    rows: read - (before.find((one) => one.table === table)?.rows ?? 0),
  }));
}

async function run(): Promise<Report> {
  const api = await startApiAlone({
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_SESSION: '0',
    PUBLIC_FRESH_MS: '0',
  });
  const db = createDatabase(api.databaseUrl, createLogger('bench', 'silent'));
  try {
    const { accounts } = await loadSampleSeason(db, { now: new Date() });
    const [fan] = accounts.fans;
    if (fan === undefined) throw new Error('the sample has no fan');
    const ids = await readIds(db, fan.phone);
    const token = await signIn(api, fan.phone, fan.password);
    const { headers: staff } = await makeStaff(db, 'owner');
    const visitor = { api, ids, staff, fan: { memberId: ids.member_id ?? '', token } };
    const small = await timeAll(visitor);
    const smallJobs = await timeJobs(db);
    const smallStartMs = await api.timeStart();
    const began = performance.now();
    await growDatabase(api.adminUrl, SIZE, (text) => console.error(text));
    const filledS = (performance.now() - began) / 1_000;
    const faults = await createWallet(db).findFaults();
    if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
    const start = await readScans(db, []);
    const large = await timeAll(visitor);
    const scans = (await readScans(db, start)).filter(({ rows }) => rows > 0);
    // The first run deletes what has grown too old, in large amounts.
    await timeJobs(db);
    const beforeJobs = await readScans(db, []);
    const jobs = { small: smallJobs, large: await timeJobs(db) };
    const jobScans = (await readScans(db, beforeJobs)).filter(({ rows }) => rows > 0);
    const startMs = { small: smallStartMs, large: await api.timeStart() };
    return reportOf(small, large, { filledS, scans, jobs, jobScans, startMs });
  } finally {
    await db.destroy();
    await api.stop();
  }
}

interface Compared {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly ratio: number;
}

/** Compares the times of both sizes, the worst first. Shorter times than `shortMs` count as `shortMs`. */
function compare(small: Times, large: Times, shortMs: number): Compared[] {
  const compared = [...large].flatMap(([name, after]) => {
    const before = small.get(name);
    if (before === undefined) return [];
    return [{ name, before, after, ratio: Math.max(after, shortMs) / Math.max(before, shortMs) }];
  });
  return compared.sort((a, b) => b.ratio - a.ratio || b.after - a.after);
}

const rowOf = ({ name, before, after, ratio }: Compared): string[] => [
  name,
  before.toFixed(1),
  after.toFixed(1),
  ratio.toFixed(2),
];

interface Rest {
  readonly filledS: number;
  readonly scans: readonly Scan[];
  readonly jobs: { readonly small: Times; readonly large: Times };
  readonly jobScans: readonly Scan[];
  readonly startMs: { readonly small: number; readonly large: number };
}

function reportOf(
  small: Times,
  large: Times,
  { filledS, scans, jobs, jobScans, startMs }: Rest,
): Report {
  const compared = compare(small, large, SHORT_MS);
  const comparedJobs = compare(jobs.small, jobs.large, SHORT_JOB_MS);
  return {
    table: [
      ['endpoint, job or start', 'sample season p95 ms', 'full p95 ms', 'ratio'],
      ...compared.slice(0, 15).map(rowOf),
      ['endpoints', String(compared.length), `filled in ${filledS.toFixed(0)} s`, `scale ${scale}`],
      ...scans.map(({ table, rows }) => [`read one after another: ${table}`, '', String(rows), '']),
      ...comparedJobs.slice(0, 10).map((job) => rowOf({ ...job, name: `job ${job.name}` })),
      ...jobScans.map(({ table, rows }) => [`read by jobs: ${table}`, '', String(rows), '']),
      rowOf({
        name: 'start of a node',
        before: startMs.small,
        after: startMs.large,
        ratio: startMs.large / startMs.small,
      }),
    ],
    figures: [
      {
        id: 'growth-worst-endpoint-p95',
        value: compared[0]?.ratio ?? Number.POSITIVE_INFINITY,
        goal: 2,
        sense: 'at-most',
        unit: '',
      },
      {
        id: 'growth-worst-job',
        value: comparedJobs[0]?.ratio ?? Number.POSITIVE_INFINITY,
        goal: 2,
        sense: 'at-most',
        unit: '',
      },
      {
        id: 'growth-start',
        value: startMs.large / startMs.small,
        goal: 2,
        sense: 'at-most',
        unit: '',
      },
    ],
  };
}

export const bench: Bench = {
  about: `each read endpoint and repeated job with ${SIZE.members} members, ${SIZE.transfers} transfers, ${SIZE.messages} messages and ${SIZE.cards} cards beside the sample season`,
  run,
};
