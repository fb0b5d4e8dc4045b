import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

it('runs one further read for all calls made during a read, and never two reads at once', async () => {
  const answers: ((value: number) => void)[] = [];
  const read = oneAtATime(() => new Promise<number>((resolve) => answers.push(resolve)));
  const first = read();
  const [second, third] = [read(), read()];
  expect(answers).toHaveLength(1);
  answers[0]?.(1);
  expect(await first).toBe(1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  expect(answers).toHaveLength(2);
});

it('reads again after a failure', async () => {
  let reads = 0;
  const read = oneAtATime(async () => {
    reads += 1;
    if (reads === 1) throw new Error('the database is away');
    return reads;
  });
  const [first, second] = [read(), read()];
  await expect(first).rejects.toThrow('away');
  expect(await second).toBe(2);
});
