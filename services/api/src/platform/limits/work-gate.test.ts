import { expect, it } from 'vitest';
import { createWorkGate } from './work-gate.ts';

const held = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
};

it('queues work above the limit in order, and refuses it when the queue is full', async () => {
  const gate = createWorkGate({ runningMax: 1, waitingMax: 1, retryAfterS: 2 });
  const [first, second] = [held(), held()];
  let begun = false;
  const one = gate(first.work);
  const two = gate(() => {
    begun = true;
    return second.work();
  });
  await expect(gate(async () => 'third')).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterS: 2,
  });
  expect(begun).toBe(false);
  first.resolve('first');
  expect(await one).toBe('first');
  second.resolve('second');
  expect(await two).toBe('second');
  expect(begun).toBe(true);
});

it('starts the next work after a failure', async () => {
  const gate = createWorkGate({ runningMax: 1, waitingMax: 1, retryAfterS: 2 });
  const failing = held();
  const one = gate(failing.work);
  const two = gate(async () => 'second');
  failing.reject(new Error('broken'));
  await expect(one).rejects.toThrow('broken');
  expect(await two).toBe('second');
  expect(await gate(async () => 'third')).toBe('third');
});
