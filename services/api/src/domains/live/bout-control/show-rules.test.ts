import { describe, expect, it, test } from 'vitest';
import { refundsOf } from '../gifts/gift-rules.ts';
import {
  FORGOTTEN_MS,
  faultOfResult,
  mayConfirm,
  OVERDUE_MS,
  outcomeOf,
  type SaidResult,
} from './show-rules.ts';

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
  const ruling = { created_by: 'ann', created_at: at };
  expect(mayConfirm(ruling, 'bob', at)).toBe(true);
  expect(mayConfirm(ruling, 'ann', new Date(at.getTime() + 119_999))).toBe(false);
  expect(mayConfirm(ruling, 'ann', new Date(at.getTime() + 120_000))).toBe(true);
});

test('a bout without a result is an alarm after a day, and its gifts go back after a week', () => {
  expect([OVERDUE_MS, FORGOTTEN_MS]).toEqual([86_400_000, 604_800_000]);
});
