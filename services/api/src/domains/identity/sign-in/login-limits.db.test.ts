import { ApiError } from '@sangwian/node-kit/api-error';
import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase, type TestDatabase } from '@sangwian/testkit/test-database';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../../platform/database/create-database.ts';
import type { Device } from '../../../platform/http/caller-cookies.ts';
import { createGuesses } from '../../../platform/limits/guesses/guesses.module.ts';
import type { Database } from '../../../schema/database.ts';
import { CORRECT_PER_PHONE, createLoginLimits, LOGIN_LIMITS } from './login-limits.ts';

const OWNER = '+66812345001';
const HOME = '203.0.113.9';
const NOW = new Date('2026-11-22T12:00:00Z');
const deviceOf = (name: string): Device => ({
  hash: Buffer.from(name),
  remember: () => Buffer.from(name),
});
const OWN = deviceOf('own');
const STRANGE = deviceOf('strange');

let database: TestDatabase;
let db: Kysely<Database>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, createLogger('test', 'silent'));
});
beforeEach(async () => {
  await db.deleteFrom('guess_count').execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Creates limits that are out of reach, except the given ones. */
const limitsOf = (caps: Partial<Record<keyof typeof LOGIN_LIMITS, number>>) => {
  const names = Object.keys(LOGIN_LIMITS) as (keyof typeof LOGIN_LIMITS)[];
  const limits = createLoginLimits(
    {
      guesses: createGuesses(db, () => NOW),
      sessions: {
        isKnownAddress: async (phone, ip) => phone === OWNER && ip === HOME,
        isOwnDevice: async (phone, { hash }) =>
          phone === OWNER && hash !== null && hash.equals(Buffer.from('own')),
      },
    },
    Object.fromEntries(
      names.map((name) => [name, { guessesMax: caps[name] ?? 10_000, minutes: 1 }]),
    ) as Record<keyof typeof LOGIN_LIMITS, { guessesMax: number; minutes: number }>,
  );
  return {
    begin: (phone: string, ip: string, device: Device, passwordHash = 'the password') =>
      limits.begin({ phone, ip, device, passwordHash }),
  };
};

const isLocked = async (begin: Promise<unknown>): Promise<boolean> => {
  try {
    await begin;
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited') return true;
    throw error;
  }
};

test('a stranger at the same carrier address does not lock the owner’s device out', async () => {
  const limits = limitsOf({ perPhoneAndAddress: 3, perAddress: 5 });
  for (let guess = 0; guess < 3; guess += 1) await limits.begin(OWNER, HOME, STRANGE);
  expect(await isLocked(limits.begin(OWNER, HOME, STRANGE))).toBe(true);
  for (const phone of ['+66812345002', '+66812345003', '+66812345004']) {
    await isLocked(limits.begin(phone, HOME, STRANGE));
  }
  expect(await isLocked(limits.begin('+66812345005', HOME, STRANGE))).toBe(true);
  expect(await isLocked(limits.begin(OWNER, HOME, OWN))).toBe(false);
});

test('an own device has a separate limit of guesses, at any address', async () => {
  const limits = limitsOf({ perPhoneAndDevice: 3 });
  for (const ip of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) await limits.begin(OWNER, ip, OWN);
  expect(await isLocked(limits.begin(OWNER, '10.0.0.4', OWN))).toBe(true);
  // The device is an own device of the first member only.
  expect(await isLocked(limits.begin('+66812345002', '10.0.0.4', OWN))).toBe(false);
});

test('wrong passwords are counted across nodes and restarts', async () => {
  const caps = { perPhone: 3 };
  for (const last of [1, 2, 3]) await limitsOf(caps).begin(OWNER, `10.0.0.${last}`, STRANGE);
  const restarted = limitsOf(caps);
  expect(await isLocked(restarted.begin(OWNER, '10.0.0.9', STRANGE))).toBe(true);
  expect(await isLocked(restarted.begin(OWNER, HOME, STRANGE))).toBe(false);
  expect(await isLocked(restarted.begin(OWNER, '10.0.0.9', OWN))).toBe(false);
});

test('guesses are counted per password, so a reset starts new counters', async () => {
  const limits = limitsOf({ perPhone: 3 });
  for (const last of [1, 2, 3]) await limits.begin(OWNER, `10.0.0.${last}`, STRANGE);
  expect(await isLocked(limits.begin(OWNER, '10.0.0.9', STRANGE))).toBe(true);
  expect(await isLocked(limits.begin(OWNER, '10.0.0.9', STRANGE, 'a new password'))).toBe(false);
});

test('an attempt that a narrow limit refuses is not added to wider counters', async () => {
  const limits = limitsOf({ perPhoneAndAddress: 1, perAddress: 3, perPhone: 3 });
  for (let guess = 0; guess < 9; guess += 1) {
    await isLocked(limits.begin(OWNER, '10.0.0.1', STRANGE));
  }
  expect(await isLocked(limits.begin('+66812345002', '10.0.0.1', STRANGE))).toBe(false);
  expect(await isLocked(limits.begin(OWNER, '10.0.0.2', STRANGE))).toBe(false);
});

test('a correct password does not count', async () => {
  const limits = limitsOf({
    perPhoneAndDevice: 1,
    perPhoneAndAddress: 1,
    perPhone: 1,
    perAddress: 1,
  });
  for (const device of [OWN, STRANGE, OWN, STRANGE]) {
    const { succeed } = await limits.begin(OWNER, '10.0.0.1', device);
    await succeed();
  }
  expect(await isLocked(limits.begin(OWNER, '10.0.0.1', STRANGE))).toBe(false);
});

test('an attempt whose password was not checked does not count', async () => {
  const limits = limitsOf({
    perPhoneAndDevice: 1,
    perPhoneAndAddress: 1,
    perPhone: 1,
    perAddress: 1,
  });
  for (const device of [OWN, STRANGE, OWN, STRANGE]) {
    const { giveBack } = await limits.begin(OWNER, '10.0.0.1', device);
    await giveBack();
  }
  for (const device of [OWN, STRANGE]) {
    expect(await isLocked(limits.begin(OWNER, '10.0.0.1', device))).toBe(false);
    expect(await isLocked(limits.begin(OWNER, '10.0.0.1', device))).toBe(true);
  }
});

test('too many correct sign-ins of one member are limited, without an effect on other members', async () => {
  const limits = limitsOf({ perPhoneAndDevice: 3 });
  for (let time = 0; time < CORRECT_PER_PHONE.max + 3; time += 1) {
    const { succeed } = await limits.begin(OWNER, HOME, OWN);
    await succeed();
  }
  expect(await isLocked(limits.begin(OWNER, HOME, OWN))).toBe(true);
  expect(await isLocked(limits.begin('+66812345002', HOME, OWN))).toBe(false);
});
