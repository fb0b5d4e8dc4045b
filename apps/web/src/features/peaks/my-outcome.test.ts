import type { MatchResult } from '@sangwian/contract/endpoints/live';
import { expect, test } from 'vitest';
import { arePaid, myOutcomeOf } from './my-outcome.ts';

const bout = (winner: MatchResult['winner'], draw_refunds = false) => ({
  draw_refunds,
  result: {
    winner,
    method: winner === 'none' ? 'cancelled' : winner === 'draw' ? 'draw' : 'decision',
    round: null,
  } as MatchResult,
});
const gave = (red_coins: number, blue_coins: number) => ({ rank: 5, red_coins, blue_coins });

test.each([
  ['the corner won', bout('red'), gave(399, 0), ['won', 399, 0]],
  ['both corners were cheered', bout('red'), gave(399, 5), ['won', 399, 5]],
  ['the corner lost', bout('red'), gave(0, 399), ['lost', 0, 399]],
  ['a draw keeps the coins', bout('draw'), gave(10, 5), ['draw', 15, 0]],
  ['a draw returns the coins', bout('draw', true), gave(10, 5), ['draw', 0, 15]],
  ['the bout was cancelled', bout('none'), gave(10, 5), ['cancelled', 0, 15]],
] as const)('a member learns what the result means: %s', (_, match, cheers, expected) => {
  const outcome = myOutcomeOf(match, cheers);
  expect([outcome?.kind, outcome?.spentCoins, outcome?.backCoins]).toEqual(expected);
});

test('there is no outcome for a member who did not cheer, or for a bout without a result', () => {
  expect(myOutcomeOf(bout('red'), gave(0, 0))).toBeNull();
  expect(myOutcomeOf({ ...bout('red'), result: null }, gave(1, 0))).toBeNull();
});

test('coins count as refunded once the result can no longer be withdrawn or the refund has arrived', () => {
  const ruling = (state: 'recorded' | 'confirmed') => ({
    ruling: { sequence: 1, state, at: '2026-11-21T12:00:00.000Z' },
  });
  expect(arePaid(ruling('recorded'), 0)).toBe(false);
  expect(arePaid(ruling('recorded'), 5)).toBe(true);
  expect(arePaid(ruling('confirmed'), 0)).toBe(true);
});
