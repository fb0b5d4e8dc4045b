import { expect, test } from 'vitest';
import { isComplete } from './result-choice.ts';

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
