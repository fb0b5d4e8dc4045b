import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@sangwian/node-kit/logger';
import {
  createMembers,
  hashPassword,
} from '../services/api/src/domains/identity/members/members.module.ts';
import { createWallet } from '../services/api/src/domains/money/wallet/wallet.module.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { type Bench, percentile, type Report } from './figure.ts';
import { type ApiAlone, startApiAlone } from './support/api-alone.ts';
import { cpuSeconds, pinToCore } from './support/processes.ts';

const MEMBERS = 2_000;
const PASSWORD = 'ringside1';
/** The API is pinned to one core; its database and the callers to the other. */
const API_CORE = 0;
const LOAD_CORE = 1;
const CALLERS = 8;
const CAPACITY_S = 20;
const BARE_HASHES = 100;
/** The rush at the main bout: 20 000 fans in a minute. */
const STORM_FANS = 20_000;
const STORM_S = 60;
/** The web's timeout. */
const PATIENCE_MS = 30_000;
const READS_PER_SECOND = 10;

const phoneOf = (index: number): string => `0812${String(345_000 + index)}`;
const addressOf = (index: number): string => `198.18.${(index >> 8) & 255}.${index & 255}`;

async function makeMembers({ databaseUrl }: ApiAlone): Promise<void> {
  const db = createDatabase(databaseUrl, createLogger('bench', 'warn'));
  const members = createMembers(db, createWallet(db));
  const passwordHash = await hashPassword(PASSWORD);
  for (let index = 0; index < MEMBERS; index += 1) {
    await db.transaction().execute((trx) =>
      members.createMember(trx, {
        firstName: 'แฟน',
        lastName: 'มวย',
        phone: phoneOf(index),
        password: null,
        passwordHash,
      }),
    );
  }
  await db.destroy();
}

interface Answer {
  readonly status: number;
  readonly ms: number;
  /** Whether the response has a `Retry-After` header. */
  readonly saysWhen: boolean;
  readonly member: SignedIn | null;
}

interface SignedIn {
  readonly memberId: string;
  readonly token: string;
}

/** Signs a member in, each from another IP address. A request without a response has the status 0. */
async function signIn({ api, appKey }: ApiAlone, index: number): Promise<Answer> {
  const began = performance.now();
  try {
    const response = await fetch(`${api}/auth/member/login-v2`, {
      method: 'POST',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'x-app-key': appKey,
        'content-type': 'application/json',
        'x-forwarded-for': addressOf(index),
      },
      body: JSON.stringify({ phone: phoneOf(index % MEMBERS), password: PASSWORD }),
    });
    const { data } = (await response.json()) as {
      data?: { access_token: string; member: { member_id: string } };
    };
    return {
      status: response.status,
      ms: performance.now() - began,
      saysWhen: response.headers.has('retry-after'),
      member:
        data === undefined ? null : { memberId: data.member.member_id, token: data.access_token },
    };
  } catch {
    return { status: 0, ms: performance.now() - began, saysWhen: false, member: null };
  }
}

interface Capacity {
  readonly perS: number;
  /** Sign-ins per CPU second of the API. */
  readonly perCpuS: number;
}

/** Measures the capacity with a few callers, so that the queue stays short. */
async function measureCapacity(api: ApiAlone): Promise<Capacity> {
  const until = performance.now() + CAPACITY_S * 1_000;
  let next = 0;
  let done = 0;
  const cpu = cpuSeconds(api.pid);
  const began = performance.now();
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      const { status } = await signIn(api, next++ % MEMBERS);
      if (status !== 200) throw new Error(`a sign-in was answered ${status}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const seconds = (performance.now() - began) / 1_000;
  return { perS: done / seconds, perCpuS: done / (cpuSeconds(api.pid) - cpu) };
}

/** Returns the number of password hashes per CPU second, computed in this process. */
async function measureHashes(): Promise<number> {
  await hashPassword(PASSWORD);
  const before = process.cpuUsage();
  for (let index = 0; index < BARE_HASHES; index += 1) await hashPassword(PASSWORD);
  const { user, system } = process.cpuUsage(before);
  return BARE_HASHES / ((user + system) / 1e6);
}

/** Returns the duration of a signed-in member's read in milliseconds. Infinity for a refused read. */
async function timeRead({ api, appKey }: ApiAlone, { memberId, token }: SignedIn): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${api}/auth/member/wallet?member_id=${memberId}`, {
    headers: { 'x-app-key': appKey, authorization: `Bearer ${token}` },
  }).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok ? performance.now() - began : Number.POSITIVE_INFINITY;
}

interface Storm {
  readonly answers: readonly Answer[];
  /** Durations of a signed-in member's reads during the storm. */
  readonly readsMs: readonly number[];
}

/** Lets fans sign in at a fixed rate, each from another IP address and without retries. */
async function measureStorm(api: ApiAlone, member: SignedIn): Promise<Storm> {
  const answers: Promise<Answer>[] = [];
  const reads: Promise<number>[] = [];
  const reading = setInterval(() => reads.push(timeRead(api, member)), 1_000 / READS_PER_SECOND);
  const began = performance.now();
  while (answers.length < STORM_FANS) {
    const due = ((performance.now() - began) / (STORM_S * 1_000)) * STORM_FANS;
    while (answers.length < Math.min(due, STORM_FANS)) answers.push(signIn(api, answers.length));
    await delay(5);
  }
  clearInterval(reading);
  return { answers: await Promise.all(answers), readsMs: await Promise.all(reads) };
}

function reportOf(capacity: Capacity, hashesPerCpuS: number, storm: Storm): Report {
  const signedIn = storm.answers.filter(({ status }) => status === 200);
  const shed = storm.answers.filter(({ status, saysWhen }) => status === 503 && saysWhen);
  const rude = storm.answers.length - signedIn.length - shed.length;
  const cores = STORM_FANS / STORM_S / capacity.perS;
  const ms = (samples: readonly Answer[], share: number): string =>
    samples.length === 0
      ? '–'
      : `${(
          percentile(
            samples.map((one) => one.ms),
            share,
          ) / 1_000
        ).toFixed(1)} s`;
  return {
    table: [
      ['', 'sign-ins/s', 'a CPU second of the API', 'bare hashes a CPU second'],
      ['one core', capacity.perS.toFixed(1), capacity.perCpuS.toFixed(1), hashesPerCpuS.toFixed(1)],
      [`cores for ${STORM_FANS} fans in ${STORM_S} s`, cores.toFixed(1)],
      ['', 'fans', 'p50', 'p99'],
      ['signed in', String(signedIn.length), ms(signedIn, 0.5), ms(signedIn, 0.99)],
      ['asked to try again later', String(shed.length), ms(shed, 0.5), ms(shed, 0.99)],
      ['any other answer, or none', String(rude)],
      [
        'a member’s reads meanwhile',
        '',
        `${percentile(storm.readsMs, 0.5).toFixed(0)} ms`,
        `${percentile(storm.readsMs, 0.99).toFixed(0)} ms`,
      ],
    ],
    figures: [
      {
        id: 'sign-ins-per-cpu-second-to-bare-hashes',
        value: capacity.perCpuS / hashesPerCpuS,
        goal: 0.8,
        sense: 'at-least',
        unit: '',
      },
      {
        id: 'impolite-answers-of-20000-in-a-minute',
        value: rude,
        goal: 0,
        sense: 'at-most',
        unit: '',
      },
      {
        id: 'signed-in-members-read-meanwhile-p50',
        value: percentile(storm.readsMs, 0.5),
        goal: 250,
        sense: 'at-most',
        unit: 'ms',
      },
    ],
  };
}

async function run(): Promise<Report> {
  pinToCore(process.pid, LOAD_CORE);
  const api = await startApiAlone({ RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_PER_SESSION: '0' });
  try {
    pinToCore(api.pid, API_CORE);
    await makeMembers(api);
    const { member } = await signIn(api, 0);
    if (member === null) throw new Error('the first sign-in was refused');
    const hashes = await measureHashes();
    const capacity = await measureCapacity(api);
    return reportOf(capacity, hashes, await measureStorm(api, member));
  } finally {
    await api.stop();
  }
}

export const bench: Bench = {
  about: 'sign-ins of one core beside bare password hashes, and 20 000 fans in a minute',
  run,
};
