import { expect, test } from 'vitest';
import { attemptEach } from './attempt-each.ts';

test('processes every item, and throws the failures at the end', async () => {
  const done: number[] = [];
  const attempt = attemptEach(
    [1, 2, 3, 4],
    (number) => `item ${number}`,
    async (number) => {
      if (number % 2 === 0) throw new Error(`${number} is even`);
      done.push(number);
    },
  );
  await expect(attempt).rejects.toMatchObject({
    message: 'item 2 failed; item 4 failed',
    errors: [{ cause: { message: '2 is even' } }, { cause: { message: '4 is even' } }],
  });
  expect(done).toEqual([1, 3]);
});

test('resolves if no item failed', async () => {
  await expect(attemptEach([1], String, async () => {})).resolves.toBeUndefined();
});
