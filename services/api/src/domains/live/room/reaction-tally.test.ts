import { LIMITS } from '@sangwian/contract/limits';
import type { ReactionCounts } from '@sangwian/contract/sockets/event-namespace';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReactionTally } from './reaction-tally.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('emits the first reaction at once, and the sum of the next ones at most four times a second', () => {
  const emitted: ReactionCounts[] = [];
  const tally = new ReactionTally((counts) => emitted.push(counts));
  for (let ms = 0; ms < 1_000; ms += 2) {
    tally.add({ [ms % 4 === 0 ? 'knee' : 'kick']: 1 });
    vi.advanceTimersByTime(2);
  }
  expect(emitted.length).toBeLessThanOrEqual(1 + 1_000 / LIMITS.reactionMs);
  vi.advanceTimersByTime(LIMITS.reactionMs);
  const total = emitted.flatMap(Object.values).reduce((sum, count: number) => sum + count, 0);
  expect(emitted[0]).toEqual({ knee: 1 });
  expect(total).toBe(500);
});

test('becomes idle after a pause, and loses what waits when it is closed', () => {
  const emitted: ReactionCounts[] = [];
  const tally = new ReactionTally((counts) => emitted.push(counts));
  tally.add({ ouch: 1 });
  expect(tally.isIdle).toBe(false);
  vi.advanceTimersByTime(LIMITS.reactionMs);
  expect(tally.isIdle).toBe(true);
  tally.add({ ouch: 1 });
  tally.add({ ouch: 1 });
  tally.close();
  vi.advanceTimersByTime(LIMITS.reactionMs);
  expect(emitted).toEqual([{ ouch: 1 }, { ouch: 1 }]);
});
