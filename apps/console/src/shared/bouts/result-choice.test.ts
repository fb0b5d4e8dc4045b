import { expect, test } from 'vitest';
import { isComplete, isSameResult } from './result-choice.ts';

test('requires a method that is valid for the winner', () => {
  expect(isComplete({ winner: 'red', method: 'decision', round: null })).toBe(true);
  expect(isComplete({ winner: 'red', method: null, round: null })).toBe(false);
  expect(isComplete({ winner: null, method: 'decision', round: null })).toBe(false);
  expect(isComplete({ winner: 'draw', method: 'decision', round: null })).toBe(false);
  expect(isComplete({ winner: 'draw', method: 'draw', round: null })).toBe(true);
  expect(isComplete({ winner: 'none', method: 'no_contest', round: null })).toBe(true);
  expect(isComplete({ winner: 'blue', method: 'cancelled', round: null })).toBe(false);
});

test('requires the round of a TKO', () => {
  expect(isComplete({ winner: 'blue', method: 'tko', round: null })).toBe(false);
  expect(isComplete({ winner: 'blue', method: 'tko', round: 3 })).toBe(true);
});

test('treats a different winner, method or round as a different result', () => {
  const result = { winner: 'red', method: 'tko', round: 3 } as const;
  expect(isSameResult(result, result)).toBe(true);
  expect(isSameResult({ ...result, winner: 'blue' }, result)).toBe(false);
  expect(isSameResult({ ...result, method: 'disqualification' }, result)).toBe(false);
  expect(isSameResult({ ...result, round: 2 }, result)).toBe(false);
  expect(isSameResult(result, null)).toBe(false);
});
