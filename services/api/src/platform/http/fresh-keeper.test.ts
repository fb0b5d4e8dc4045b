import { beforeEach, expect, test } from 'vitest';
import { FreshKeeper } from './fresh-keeper.ts';

const FRESHNESS = { freshMs: 1_000, staleMs: 2_000, patienceMs: 60_000, outageMs: 5_000 };

let nowMs = 0;
let made = 0;
let keeper: FreshKeeper<number>;
beforeEach(() => {
  nowMs = 0;
  made = 0;
  keeper = new FreshKeeper({
    entriesMax: 2,
    mayServeStale: (error) => (error as Error).message === 'away',
    nowMs: () => nowMs,
  });
});

const make = async (): Promise<number> => {
  made += 1;
  return made;
};
const fail = (message: string) => (): Promise<number> => Promise.reject(new Error(message));

test('a value is computed once per key for all concurrent callers', async () => {
  const values = await Promise.all([
    keeper.get('a', FRESHNESS, make),
    keeper.get('a', FRESHNESS, make),
    keeper.get('b', FRESHNESS, make),
  ]);
  expect(values).toEqual([1, 1, 2]);
});

test('a value is served while fresh, counted from the start of its computation', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const first = keeper.get('a', FRESHNESS, () => promise);
  nowMs = 600;
  resolve(7);
  expect(await first).toBe(7);
  nowMs = 999;
  expect(await keeper.get('a', FRESHNESS, make)).toBe(7);
  nowMs = 1_000;
  expect(await keeper.get('a', FRESHNESS, make)).toBe(1);
});

test('a stale value is served while the computation fails, up to a maximum age', async () => {
  await keeper.get('a', FRESHNESS, make);
  nowMs = 4_999;
  expect(await keeper.get('a', FRESHNESS, fail('away'))).toBe(1);
  await expect(keeper.get('a', FRESHNESS, fail('wrong'))).rejects.toThrow('wrong');
  nowMs = 5_000;
  await expect(keeper.get('a', FRESHNESS, fail('away'))).rejects.toThrow('away');
});

test('a stale value is served while the computation is slow, and then the new value', async () => {
  await keeper.get('a', FRESHNESS, make);
  const { promise, resolve } = Promise.withResolvers<number>();
  const impatient = { ...FRESHNESS, patienceMs: 1 };
  nowMs = 1_999;
  expect(await keeper.get('a', impatient, () => promise)).toBe(1);
  resolve(7);
  await promise;
  expect(await keeper.get('a', impatient, make)).toBe(7);
});

test('a value that is too old is not served during a computation', async () => {
  await keeper.get('a', FRESHNESS, make);
  const { promise, resolve } = Promise.withResolvers<number>();
  nowMs = 2_000;
  const asked = keeper.get('a', { ...FRESHNESS, patienceMs: 0 }, () => promise);
  await new Promise((done) => setImmediate(done));
  resolve(7);
  expect(await asked).toBe(7);
});

test('a failure is not cached', async () => {
  await expect(keeper.get('a', FRESHNESS, fail('away'))).rejects.toThrow('away');
  expect(await keeper.get('a', FRESHNESS, make)).toBe(1);
});

test('the oldest value is evicted first', async () => {
  for (const key of ['a', 'b', 'c']) await keeper.get(key, FRESHNESS, make);
  expect(await keeper.get('c', FRESHNESS, make)).toBe(3);
  expect(await keeper.get('b', FRESHNESS, make)).toBe(2);
  expect(await keeper.get('a', FRESHNESS, make)).toBe(4);
});
