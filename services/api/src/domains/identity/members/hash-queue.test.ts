import { ApiError } from '@sangwian/node-kit/api-error';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairGate, type FairGateLimits } from '../../../platform/limits/fair-gate.ts';

const LIMITS = {
  runningMax: 1,
  waitingMax: 1_000,
  waitingPerOwnerMax: 600,
  waitMsMax: 25_000,
  retryAfterS: 5,
} satisfies FairGateLimits;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a gate whose running work ends when the test calls `endNext`. */
function openGate(limits: Partial<FairGateLimits> = {}) {
  const run = createFairGate({ ...LIMITS, ...limits });
  const ends: (() => void)[] = [];
  const order: string[] = [];
  const call = (caller: string): Promise<string> =>
    run(caller, async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      order.push(caller);
      return caller;
    }).catch((error: unknown) => (error instanceof ApiError ? error.code : String(error)));
  const endNext = async (): Promise<void> => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { call, endNext, order };
}

test('a caller waits for at most two of the 450 queued hashes of another address', async () => {
  const { call, endNext, order } = openGate();
  const crowd = Array.from({ length: 450 }, () => call('crowd'));
  const other = call('other');
  while (!order.includes('other')) await endNext();
  expect(order.length).toBeLessThanOrEqual(3);
  while (order.length < 451) await endNext();
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['crowd']));
  expect(await other).toBe('other');
});

test('serves all of 500 fans who share one address', async () => {
  const { call, endNext, order } = openGate();
  const fans = Array.from({ length: 500 }, () => call('arena'));
  while (order.length < 500) await endNext();
  expect(new Set(await Promise.all(fans))).toEqual(new Set(['arena']));
});

test('refuses requests at once when one address has too many waiting', async () => {
  const { call } = openGate({ waitingPerOwnerMax: 2 });
  const [, , , refused] = [call('a'), call('a'), call('a'), call('a')];
  expect(await refused).toBe('rate_limited');
});

test('when full, drops the last request of the address with the most waiting requests', async () => {
  const { call, endNext, order } = openGate({ waitingMax: 3 });
  const crowd = [call('crowd'), call('crowd'), call('crowd'), call('crowd')];
  const other = call('other');
  expect(await crowd[3]).toBe('unavailable');
  expect(await call('crowd')).toBe('unavailable');
  while (order.length < 4) await endNext();
  expect(await other).toBe('other');
});

test('gives up a request that has waited too long, and never runs it', async () => {
  const { call, endNext, order } = openGate();
  void call('a');
  const late = call('b');
  await vi.advanceTimersByTimeAsync(LIMITS.waitMsMax);
  expect(await late).toBe('unavailable');
  const next = call('c');
  await endNext();
  await endNext();
  expect(await next).toBe('c');
  expect(order).toEqual(['a', 'c']);
});

test('frees the slot of failed work', async () => {
  const run = createFairGate(LIMITS);
  const failing = run('a', () => Promise.reject(new Error('no')));
  const next = run('b', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('refuses a request that would wait too long, before its other work begins', async () => {
  const run = createFairGate({ ...LIMITS, waitMsMax: 1_050 });
  const refusalOf = (error: unknown): unknown => (error as ApiError).code;
  const work = () => new Promise<void>((resolve) => setTimeout(resolve, 100));
  const first = run('first', work);
  await vi.advanceTimersByTimeAsync(100);
  await first;
  // One hash runs. The other ten wait for up to a second.
  const fans = Array.from({ length: 10 }, (_, index) => run(`fan ${index}`, work));
  expect(run.refuseIfLong).not.toThrow();
  fans.push(run('the last in time', work));
  expect(await run('late', work).catch(refusalOf)).toBe('unavailable');
  expect(run.refuseIfLong).toThrow();
  const done = Promise.allSettled(fans);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run.refuseIfLong).not.toThrow();
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await done).map(({ status }) => status)).not.toContain('rejected');
});

test('a crowd behind one address does not delay other addresses', async () => {
  const { call, endNext } = openGate({ waitMsMax: 1_000 });
  const first = call('first');
  await vi.advanceTimersByTimeAsync(500);
  await endNext();
  expect(await first).toBe('first');
  const crowd = Array.from({ length: 4 }, () => call('crowd'));
  expect(await crowd[3]).toBe('unavailable');
  const other = call('other');
  for (let turns = 0; turns < 3; turns += 1) await endNext();
  expect(await other).toBe('other');
});
