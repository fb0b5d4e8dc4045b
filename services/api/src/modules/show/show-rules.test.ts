import { describe, expect, it, test } from 'vitest';
import { refundsOf } from '../gifts/gift-rules.ts';
import { faultOfResult, HOLD_MS, mayConfirm, outcomeOf, type SaidResult } from './show-rules.ts';

describe('a result', () => {
  it.each<[SaidResult, string | null]>([
    [{ winner: 'red', method: 'decision' }, 'red'],
    [{ winner: 'blue', method: 'tko', round: 5 }, 'blue'],
    [{ winner: 'red', method: 'disqualification', round: 2 }, 'red'],
    [{ winner: 'blue', method: 'forfeit' }, 'blue'],
    [{ winner: 'draw', method: 'draw' }, 'draw'],
    [{ winner: 'none', method: 'cancelled' }, 'cancelled'],
    [{ winner: 'none', method: 'no_contest' }, 'no_contest'],
  ])('%j is one of the specification', (said, outcome) => {
    expect(faultOfResult(said, 5)).toBeNull();
    expect(outcomeOf(said)).toBe(outcome);
  });

  it.each<SaidResult>([
    { winner: 'red', method: 'draw' },
    { winner: 'draw', method: 'decision' },
    { winner: 'none', method: 'tko', round: 1 },
    { winner: 'draw', method: 'cancelled' },
    { winner: 'red', method: 'tko' },
    { winner: 'red', method: 'tko', round: 6 },
    { winner: 'red', method: 'decision', round: 5 },
  ])('%j is none', (said) => {
    expect(faultOfResult(said, 5)).toEqual(expect.any(String));
  });
});

test('the loser’s gifts go back, of a bout that was none both, of a draw as was said before', () => {
  expect(refundsOf('red', true)).toEqual({ red: false, blue: true });
  expect(refundsOf('blue', true)).toEqual({ red: true, blue: false });
  expect(refundsOf('draw', false)).toEqual({ red: false, blue: false });
  expect(refundsOf('draw', true)).toEqual({ red: true, blue: true });
  for (const outcome of ['cancelled', 'no_contest', 'substituted', 'forgotten'] as const) {
    expect(refundsOf(outcome, false)).toEqual({ red: true, blue: true });
  }
});

test('a second operator confirms at once, the same one after the hold', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const ruling = { recorded_by: 'ann', recorded_at: at };
  expect(mayConfirm(ruling, 'bob', at)).toBe(true);
  expect(mayConfirm(ruling, 'ann', new Date(at.getTime() + HOLD_MS - 1))).toBe(false);
  expect(mayConfirm(ruling, 'ann', new Date(at.getTime() + HOLD_MS))).toBe(true);
});
