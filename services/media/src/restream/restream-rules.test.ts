import { expect, test } from 'vitest';
import { countFailure, faultOf, pauseAfter } from './restream-rules.ts';

test('pauses grow with each failure in a row, up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(pauseAfter)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test('a target that was sent to for a minute begins with the shortest pause again', () => {
  expect(countFailure(5, 59_000)).toBe(6);
  expect(countFailure(5, 61_000)).toBe(1);
});

test('gives up a target that takes no stream, or stops taking it', () => {
  const connecting = { startedMs: 0, sendingSinceMs: null, movedMs: 0 };
  expect(faultOf(connecting, 15_000)).toBeNull();
  expect(faultOf(connecting, 15_001)).toBe('unreachable');
  const sending = { startedMs: 0, sendingSinceMs: 1_000, movedMs: 20_000 };
  expect(faultOf(sending, 30_000)).toBeNull();
  expect(faultOf(sending, 30_001)).toBe('too_slow');
});
