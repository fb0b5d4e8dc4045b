import { ApiError } from '@sangwian/node-kit/api-error';
import { expect, test } from 'vitest';
import { createFairGate } from './fair-gate.ts';

/** Returns work that ends on demand, and the order in which the work began. */
function createWork() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((done) => {
      began.push(name);
      ends.set(name, () => done(name));
    });
  return { began, work, end: (name: string) => ends.get(name)?.() };
}

const codeOf = (error: unknown): unknown => (error instanceof ApiError ? error.code : error);

test('owners take turns, regardless of how much work one owner has waiting', async () => {
  const gate = createFairGate({ runningMax: 1, waitingMax: 10, retryAfterS: 1 });
  const { began, work, end } = createWork();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => gate(name.slice(0, 1), work(name)));
  for (const [index, name] of ['a1', 'a2', 'b1', 'a3', 'a4'].entries()) {
    await expect.poll(() => began[index]).toBe(name);
    end(name);
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('a full queue sheds the newest work of the owner with the most waiting work', async () => {
  const gate = createFairGate({ runningMax: 1, waitingMax: 3, retryAfterS: 7 });
  const { began, work, end } = createWork();
  const running = gate('a', work('a1'));
  const waiting = ['a2', 'a3', 'a4'].map((name) => gate('a', work(name)));
  const shed = waiting[2]?.catch(codeOf);
  const other = gate('b', work('b1'));
  expect(await shed).toBe('unavailable');
  // The owner of the longest queue cannot displace work with its own.
  const refused = await gate('a', work('a5')).catch((error: ApiError) => error);
  expect(refused).toMatchObject({ code: 'unavailable', retryAfterS: 7 });
  for (const [index, name] of ['a1', 'a2', 'b1', 'a3'].entries()) {
    await expect.poll(() => began[index]).toBe(name);
    end(name);
  }
  expect(await Promise.all([running, other])).toEqual(['a1', 'b1']);
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('failed work frees its slot', async () => {
  const gate = createFairGate({ runningMax: 1, waitingMax: 1, retryAfterS: 1 });
  const failing = gate('a', () => Promise.reject(new Error('broken')));
  const next = gate('a', async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
