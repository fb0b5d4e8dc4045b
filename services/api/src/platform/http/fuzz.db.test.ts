import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS, type Operation } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import { isErrorCode } from '@sangwian/contract/errors/codes';
import {
  startTestApi,
  TEST_OWNER_TOKEN,
  type TestApi,
  type TestFan,
} from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const isLong = process.env['LONG_FORMS'] === '1';
const ROUNDS = isLong ? 300 : 20;
/** Password hashing is slow on a busy machine. */
const SLOW_MACHINE_MS = 90_000;
/** A fixed seed repeats the same calls; another seed tests others. */
const SEED = 20_261_121;
const OPERATIONS = (Object.entries(ENDPOINTS) as [Operation, Endpoint][]).filter(
  ([operation]) => !isComing(operation),
);

const OUTSIDE = new Set(['otp_connection', 'provider_failed', 'link_failed']);

type Random = () => number;

/** The pseudorandom generator mulberry32. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  'NaN',
  '\u0000',
  '\u202e\u200b',
  'ก้อง💥',
  '\ud800',
  "' or 1=1 --",
  '"; drop table member; --',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%s%n',
  '01920000-0000-7000-8000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '2026-11-21T00:00:00Z',
  'x'.repeat(4_000),
];

/** Returns a random JSON value. */
function anything(random: Random, depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 3 ? 5 : 7));
  if (kind === 0) return null;
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return pick(random, [0, -1, 1.5, 1e308, 2 ** 53, -0, 20]);
  if (kind < 5) return pick(random, TEXTS);
  const items = Array.from({ length: Math.floor(random() * 4) }, () => anything(random, depth + 1));
  if (kind === 5) return items;
  return Object.fromEntries(items.map((item) => [pick(random, TEXTS.slice(2)), item]));
}

interface Shape {
  readonly properties?: Record<string, { readonly enum?: unknown[]; readonly format?: string }>;
}

/** Returns a part that matches its schema in some fields and not in others. */
function partLike(random: Random, schema: z.ZodObject, right: Record<string, unknown>): unknown {
  if (random() < 0.05) return anything(random);
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' }) as Shape;
  const part: Record<string, unknown> = {};
  for (const [name, { enum: values, format }] of Object.entries(properties)) {
    const chance = random();
    if (chance < 0.1) continue;
    if (chance < 0.35) part[name] = anything(random);
    else if (name in right) part[name] = right[name];
    else if (values !== undefined) part[name] = pick(random, values);
    else if (format === 'uuid') part[name] = pick(random, TEXTS.slice(16, 19));
    else part[name] = pick(random, TEXTS);
  }
  if (random() < 0.1) part[pick(random, TEXTS.slice(2))] = anything(random);
  return part;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);

let api: TestApi;
let fan: TestFan;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  fan = await api.makeFan({ coins: 500 });
  token = await api.signIn(fan);
});
afterAll(() => api.close());

test.each(OPERATIONS)(
  '%s never fails with an internal error on random input',
  async (operation, endpoint) => {
    const random = createRandom(SEED + operation.length * 7919);
    const isStaff = endpoint.identity === 'staff';
    const tokenFor = isStaff ? TEST_OWNER_TOKEN : token;
    const right = { member_id: fan.memberId, phone: fan.phone };
    for (let round = 0; round < ROUNDS; round += 1) {
      const query = endpoint.query === undefined ? {} : partLike(random, endpoint.query, right);
      const search = new URLSearchParams(
        Object.entries(query ?? {}).map(([name, value]) => [name.toWellFormed(), asText(value)]),
      );
      const address = operation.replace(/\{\w+\}/g, () =>
        encodeURIComponent(pick(random, TEXTS.slice(2)).toWellFormed()),
      );
      const body = endpoint.body === undefined ? undefined : partLike(random, endpoint.body, right);
      const what = `${address}?${search}`;
      const answer = await api.call(what, {
        // Signing out would revoke the token that the other calls need.
        ...(operation === 'POST /auth/member/logout' || random() < 0.1 ? {} : { token: tokenFor }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) ?? 'undefined' }),
        // The local owner's token works from this machine only.
        ...(isStaff ? {} : { ip: `10.9.${Math.floor(random() * 250)}.${round}` }),
      });
      const call = `${what} ${JSON.stringify(body)} → ${answer.text}`;
      // Carriers and providers are external, and this test has none.
      if (!OUTSIDE.has(answer.body?.status)) expect(answer.status, call).toBeLessThan(500);
      if (answer.status >= 400) {
        expect(isErrorCode(answer.body.status), call).toBe(true);
        expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
      } else if (endpoint.file !== undefined) {
        expect(answer.headers['content-type'], call).toBe(endpoint.file.type);
      } else {
        expect(answer.body, call).toHaveProperty('data');
      }
    }
  },
  SLOW_MACHINE_MS,
);
