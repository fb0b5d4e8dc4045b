import { expect, test } from 'vitest';
import { formatClock, secondsLeft } from './clock.ts';

const LENGTHS = { round_s: 180, rest_s: 120 };
const START = '2026-11-22T14:00:00.000Z';
const after = (seconds: number): number => Date.parse(START) + seconds * 1_000;
const bout = (resting: boolean, stopped: number | null = null) => ({
  ...LENGTHS,
  round: { number: 1, started_at: START, resting },
  clock_stopped_at: stopped === null ? null : new Date(after(stopped)).toISOString(),
});

test('formats a clock as the ring shows it', () => {
  expect(formatClock(65)).toBe('1:05');
  expect(formatClock(64.2)).toBe('1:05');
  expect(formatClock(-3)).toBe('0:00');
  expect(formatClock(10_015)).toBe('2:46:55');
});

test('counts down a round and a rest, and ends at zero', () => {
  expect(secondsLeft(bout(false), after(115))).toBe(65);
  expect(secondsLeft(bout(true), after(115))).toBe(5);
  expect(secondsLeft(bout(false), after(200))).toBe(0);
  expect(secondsLeft({ ...LENGTHS, round: null, clock_stopped_at: null }, after(1))).toBeNull();
});

test('does not advance while the clock is stopped', () => {
  expect(secondsLeft(bout(false, 30), after(170))).toBe(150);
});
