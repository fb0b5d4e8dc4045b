import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

test('the remaining time is shown in minutes, and in hours above one hour', () => {
  const now_ms = Date.parse('2026-11-21T10:00:00Z');
  expect(timeLeft('2026-11-21T10:14:59Z', now_ms)).toBe('14:59');
  expect(timeLeft('2026-11-21T10:00:09Z', now_ms)).toBe('0:09');
  expect(timeLeft('2026-11-21T11:02:03Z', now_ms)).toBe('1:02:03');
  expect(timeLeft('2026-11-22T12:00:00Z', now_ms)).toBe('26:00:00');
  expect(timeLeft('2026-11-21T09:00:00Z', now_ms)).toBe('0:00');
});
