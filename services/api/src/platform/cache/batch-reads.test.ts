import { expect, test } from 'vitest';
import { createBatchReads } from './batch-reads.ts';

test('loads the distinct keys of one turn together, and keys requested during a load in the next load', async () => {
  const loads: (readonly number[])[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = createBatchReads(async (keys: readonly number[]) => {
    loads.push(keys);
    if (loads.length === 1) await released;
    return new Map(keys.filter((key) => key !== 9).map((key) => [key, key * 10]));
  }, 3);
  const first = [read(1), read(2), read(1)];
  await expect.poll(() => loads).toEqual([[1, 2]]);
  const second = [read(9), read(3), read(4), read(5)];
  release();
  expect(await Promise.all(first)).toEqual([10, 20, 10]);
  expect(await Promise.all(second)).toEqual([undefined, 30, 40, 50]);
  expect(loads).toEqual([[1, 2], [9, 3, 4], [5]]);
});

test('a failed load rejects only its own reads, and the next load runs', async () => {
  let loads = 0;
  const read = createBatchReads(async (keys: readonly number[]) => {
    loads += 1;
    if (loads === 1) throw new Error('the database is away');
    return new Map(keys.map((key) => [key, key]));
  }, 1);
  const results = await Promise.allSettled([read(1), read(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await read(3)).toBe(3);
});
