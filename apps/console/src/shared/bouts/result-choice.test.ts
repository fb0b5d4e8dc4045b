import { expect, test } from 'vitest';
import { isComplete, isSameResult } from './result-choice.ts';

test('a result needs a winner and a method that go together', () => {
  expect(isComplete({ winner: 'red', method: 'decision', round: null })).toBe(true);
  expect(isComplete({ winner: 'red', method: null, round: null })).toBe(false);
  expect(isComplete({ winner: null, method: 'decision', round: null })).toBe(false);
  expect(isComplete({ winner: 'draw', method: 'decision', round: null })).toBe(false);
  expect(isComplete({ winner: 'draw', method: 'draw', round: null })).toBe(true);
  expect(isComplete({ winner: 'none', method: 'no_contest', round: null })).toBe(true);
  expect(isComplete({ winner: 'blue', method: 'cancelled', round: null })).toBe(false);
});

test('a TKO needs its round', () => {
  expect(isComplete({ winner: 'blue', method: 'tko', round: null })).toBe(false);
  expect(isComplete({ winner: 'blue', method: 'tko', round: 3 })).toBe(true);
});

test('a choice differs from the recorded result by winner, method or round', () => {
  const result = { winner: 'red', method: 'tko', round: 3 } as const;
  expect(isSameResult(result, result)).toBe(true);
  expect(isSameResult({ ...result, winner: 'blue' }, result)).toBe(false);
  expect(isSameResult({ ...result, method: 'disqualification' }, result)).toBe(false);
  expect(isSameResult({ ...result, round: 2 }, result)).toBe(false);
  expect(isSameResult(result, null)).toBe(false);
});
