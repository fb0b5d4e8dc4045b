import { expect, test } from 'vitest';
import type { MatchResult } from '../endpoints/live.ts';
import { faultOfPick, markPick, type Pick } from './predict-pick.ts';

const pick = (winner: Pick['winner'], method: Pick['method'] = null, round: number | null = null) =>
  ({ winner, method, round }) as const;
const result = (
  winner: MatchResult['winner'],
  method: MatchResult['method'],
  round: number | null = null,
): MatchResult => ({ winner, method, round });

test.each([
  ['no result yet', pick('red', 'tko', 3), null, 'waiting', 0],
  ['the winner', pick('red'), result('red', 'decision'), 'right', 3],
  ['winner and method', pick('red', 'decision'), result('red', 'decision'), 'right', 5],
  ['winner, method and round', pick('blue', 'tko', 3), result('blue', 'tko', 3), 'right', 6],
  [
    'winner and method, another round',
    pick('blue', 'tko', 3),
    result('blue', 'tko', 2),
    'right',
    5,
  ],
  ['winner, another method', pick('blue', 'tko', 3), result('blue', 'decision'), 'right', 3],
  [
    'the round of another method',
    pick('red', 'tko', 2),
    result('red', 'disqualification', 2),
    'right',
    3,
  ],
  [
    'a disqualification that has no round',
    pick('red', 'disqualification', 2),
    result('red', 'disqualification'),
    'right',
    5,
  ],
  ['a walkover', pick('red', 'forfeit'), result('red', 'forfeit'), 'right', 5],
  ['the method of the other corner', pick('red', 'tko', 3), result('blue', 'tko', 3), 'wrong', 0],
  ['a draw', pick('draw'), result('draw', 'draw'), 'right', 3],
  ['an unexpected draw', pick('red'), result('draw', 'draw'), 'wrong', 0],
  ['a draw that was none', pick('draw'), result('red', 'decision'), 'wrong', 0],
  ['a bout that was cancelled', pick('red', 'decision'), result('none', 'cancelled'), 'void', 0],
] as const)('%s', (_, picked, came, mark, points) => {
  expect(markPick(picked, came)).toEqual({ mark, points });
});

test.each([
  [pick('red'), null],
  [pick('blue', 'tko'), null],
  [pick('blue', 'tko', 5), null],
  [pick('red', 'disqualification', 1), null],
  [pick('draw'), null],
  [pick('blue', 'tko', 6), 'the bout has 5 rounds'],
  [pick('draw', 'decision'), 'a draw has no method'],
  [pick('red', 'decision', 2), 'only a TKO or a disqualification has a round'],
  [pick('red', null, 2), 'only a TKO or a disqualification has a round'],
] as const)('%j can be made: %s', (picked, fault) => {
  expect(faultOfPick(picked, 5)).toBe(fault);
});
