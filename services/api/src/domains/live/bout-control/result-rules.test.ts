import { describe, expect, it, test } from 'vitest';
import { refundsOf } from '../gifts/gift-rules.ts';
import {
  FORGOTTEN_MS,
  isHoldOver,
  OVERDUE_MS,
  outcomeOf,
  type ResultInput,
  resultProblem,
} from './result-rules.ts';

describe('a result', () => {
  it.each<[ResultInput, string | null]>([
    [{ winner: 'red', method: 'decision' }, 'red'],
    [{ winner: 'blue', method: 'tko', round: 5 }, 'blue'],
    [{ winner: 'red', method: 'disqualification', round: 2 }, 'red'],
    [{ winner: 'blue', method: 'forfeit' }, 'blue'],
    [{ winner: 'draw', method: 'draw' }, 'draw'],
    [{ winner: 'none', method: 'cancelled' }, 'cancelled'],
    [{ winner: 'none', method: 'no_contest' }, 'no_contest'],
  ])('%j is valid', (input, outcome) => {
    expect(resultProblem(input, 5)).toBeNull();
    expect(outcomeOf(input)).toBe(outcome);
  });

  it.each<ResultInput>([
    { winner: 'red', method: 'draw' },
    { winner: 'draw', method: 'decision' },
    { winner: 'none', method: 'tko', round: 1 },
    { winner: 'draw', method: 'cancelled' },
    { winner: 'red', method: 'tko' },
    { winner: 'red', method: 'tko', round: 6 },
    { winner: 'red', method: 'decision', round: 5 },
  ])('%j is invalid', (input) => {
    expect(resultProblem(input, 5)).toEqual(expect.any(String));
  });
});

test('refunds the loser’s gifts, both corners of a cancelled bout, and a draw as announced', () => {
  expect(refundsOf('red', true)).toEqual({ red: false, blue: true });
  expect(refundsOf('blue', true)).toEqual({ red: true, blue: false });
  expect(refundsOf('draw', false)).toEqual({ red: false, blue: false });
  expect(refundsOf('draw', true)).toEqual({ red: true, blue: true });
  for (const outcome of ['cancelled', 'no_contest', 'substituted', 'forgotten'] as const) {
    expect(refundsOf(outcome, false)).toEqual({ red: true, blue: true });
  }
});

test('ends the hold period of a result after two minutes', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  expect(isHoldOver({ created_at: at }, new Date(at.getTime() + 119_999))).toBe(false);
  expect(isHoldOver({ created_at: at }, new Date(at.getTime() + 120_000))).toBe(true);
});

test('that is missing raises an alarm after a day and refunds the gifts after a week', () => {
  expect([OVERDUE_MS, FORGOTTEN_MS]).toEqual([86_400_000, 604_800_000]);
});
