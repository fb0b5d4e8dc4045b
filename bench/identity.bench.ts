import { createLogger } from '@sangwian/node-kit/logger';
import {
  createMembers,
  hashPassword,
} from '../services/api/src/domains/identity/members/members.module.ts';
import { createWallet } from '../services/api/src/domains/money/wallet/wallet.module.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { type Bench, type Figure, percentile, type Report } from './figure.ts';
import { type ApiAlone, startApiAlone } from './support/api-alone.ts';

/** Enough members that no rate limit is reached. */
const MEMBERS = 60;
const GUESSES_PER_MEMBER = 4;
const WARM_UP_PAIRS = 5;
const RATIO_MAX = 1.1;
const PASSWORD = 'ringside1';
const PIN = '371946';

const knownPhone = (index: number): string => `0812${String(345_000 + index)}`;
const unknownPhone = (index: number): string => `0898${String(765_000 + index)}`;

interface Call {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly cookie?: string;
  /** The expected error code. A rate limit would respond faster and invalidate the figure. */
  readonly code: string;
}

let callers = 0;

/** Returns the milliseconds until the complete response. Each call uses another IP address. */
async function timeCall(
  { api, appKey }: ApiAlone,
  { path, body, cookie = '', code }: Call,
): Promise<number> {
  callers += 1;
  const [method = '', address = ''] = path.split(' ');
  const began = performance.now();
  const response = await fetch(`${api}${address}`, {
    method,
    headers: {
      'x-app-key': appKey,
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${callers >> 8}.${callers & 255}`,
      cookie,
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { status?: string };
  const ms = performance.now() - began;
  if (answer.status !== code) throw new Error(`${path} answered ${answer.status}, not ${code}`);
  return ms;
}

/** Creates members with passwords; the first half have PINs. */
async function makeMembers({ api, appKey, databaseUrl }: ApiAlone): Promise<string[]> {
  const db = createDatabase(databaseUrl, createLogger('bench', 'warn'));
  const members = createMembers(db, createWallet(db));
  const pinHash = await hashPassword(PIN);
  const passwordHash = await hashPassword(PASSWORD);
  const cookies: string[] = [];
  for (let index = 0; index < 2 * MEMBERS; index += 1) {
    const phone = knownPhone(index);
    await db.transaction().execute(async (trx) => {
      const memberId = await members.createMember(trx, {
        firstName: 'แฟน',
        lastName: 'มวย',
        phone,
        password: null,
        passwordHash,
      });
      // The other half have no PIN.
      if (index < MEMBERS) await members.store.setPinHash(trx, memberId, pinHash);
    });
    const response = await fetch(`${api}/auth/member/login-v2`, {
      method: 'POST',
      headers: { 'x-app-key': appKey, 'content-type': 'application/json' },
      body: JSON.stringify({ phone, password: PASSWORD }),
    });
    if (!response.ok) throw new Error(`signing in was refused: ${await response.text()}`);
    cookies.push(String(response.headers.get('set-cookie')).split(';', 1)[0] ?? '');
  }
  await db.destroy();
  return cookies;
}

interface Pair {
  readonly id: string;
  readonly name: string;
  readonly unknown: (index: number) => Call;
  readonly known: (index: number) => Call;
}

function pairsOf(cookies: readonly string[]): Pair[] {
  const signIn = (phone: string): Call => ({
    path: 'POST /auth/member/login-v2',
    body: { phone, password: 'wrong-password-1' },
    code: 'password_invalid',
  });
  const byPhone = (phone: string, cookie: string, code: string): Call => ({
    path: 'PUT /auth/member/checkPin',
    body: { phone, pin: '904127', purpose: 'reset' },
    cookie,
    code,
  });
  const stranger = cookies[0] ?? '';
  return [
    {
      id: 'sign-in-unknown-phone-to-wrong-password',
      name: 'sign-in: unknown phone, wrong password',
      unknown: (index) => signIn(unknownPhone(index)),
      known: (index) => signIn(knownPhone(index)),
    },
    {
      id: 'reset-unknown-phone-to-known-phone',
      name: 'reset by phone and PIN, another’s device: unknown phone, wrong PIN',
      unknown: (index) => byPhone(unknownPhone(index), stranger, 'pin_needs_otp'),
      known: (index) => byPhone(knownPhone(index + 1), stranger, 'pin_needs_otp'),
    },
    {
      id: 'reset-no-pin-to-wrong-pin',
      name: 'reset by phone and PIN, known device: no PIN, wrong PIN',
      unknown: (index) =>
        byPhone(knownPhone(index + MEMBERS), cookies[index + MEMBERS] ?? '', 'pin_incorrect'),
      known: (index) => byPhone(knownPhone(index), cookies[index] ?? '', 'pin_incorrect'),
    },
  ];
}

/**
 * Measures both calls in pairs; each call is first in half of the pairs. The ratio is the median over the pairs,
 * because other load on the machine changes slowly and affects both calls of a pair.
 */
async function measure(api: ApiAlone, { unknown, known }: Pair) {
  const samples: Array<Record<'unknown' | 'known', number>> = [];
  for (let pair = 0; pair < MEMBERS * GUESSES_PER_MEMBER; pair += 1) {
    const calls = [
      ['unknown', unknown(pair % MEMBERS)],
      ['known', known(pair % MEMBERS)],
    ] as const;
    const ms = { unknown: 0, known: 0 };
    for (const [kind, call] of pair % 2 === 0 ? calls : calls.toReversed()) {
      ms[kind] = await timeCall(api, call);
    }
    if (pair >= WARM_UP_PAIRS) samples.push(ms);
  }
  const median = (of: (ms: Record<'unknown' | 'known', number>) => number): number =>
    percentile(samples.map(of), 0.5);
  return {
    unknown: median((ms) => ms.unknown),
    known: median((ms) => ms.known),
    ratio: median((ms) => ms.unknown / ms.known),
  };
}

async function run(): Promise<Report> {
  const api = await startApiAlone();
  try {
    const table = [['call', 'unknown p50 ms', 'known p50 ms', 'ratio']];
    const figures: Figure[] = [];
    for (const pair of pairsOf(await makeMembers(api))) {
      const { unknown, known, ratio } = await measure(api, pair);
      table.push([pair.name, unknown.toFixed(2), known.toFixed(2), ratio.toFixed(3)]);
      figures.push({
        id: pair.id,
        value: Math.max(ratio, 1 / ratio),
        goal: RATIO_MAX,
        sense: 'at-most',
        unit: '',
      });
    }
    return { table, figures };
  } finally {
    await api.stop();
  }
}

export const bench: Bench = {
  about: 'whether response times reveal if a phone is known, for sign-in and reset',
  run,
};
