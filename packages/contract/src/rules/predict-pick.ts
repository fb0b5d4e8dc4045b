import type { MatchResult } from '../endpoints/live.ts';

/** Points of a correct pick; method and round are added to the winner. */
export const PREDICT_POINTS = { winner: 3, method: 2, round: 1 } as const;

/** Ways to win a bout. A draw has no method. */
export const PICK_METHODS = ['decision', 'tko', 'disqualification', 'forfeit'] as const;
export type PickMethod = (typeof PICK_METHODS)[number];

/** A prediction for a bout: the winner, and for extra points the method and the round. */
export interface Pick {
  readonly winner: 'red' | 'blue' | 'draw';
  readonly method: PickMethod | null;
  readonly round: number | null;
}

/**
 * - `waiting`: the bout has no result yet
 * - `void`: the bout was cancelled
 */
export type Mark = 'waiting' | 'void' | 'right' | 'wrong';

export interface MarkedPick {
  readonly mark: Mark;
  /** 3 for the winner, 5 with the method, 6 with the round. */
  readonly points: number;
}

/** Whether a win by this method can have a round. */
export const hasRound = (method: PickMethod | null): boolean =>
  method === 'tko' || method === 'disqualification';

/** Returns why a pick is impossible for a bout of `rounds` rounds; `null`: it is possible. */
export function faultOfPick({ winner, method, round }: Pick, rounds: number): string | null {
  if (winner === 'draw' && method !== null) return 'a draw has no method';
  if (round !== null && !hasRound(method)) return 'only a TKO or a disqualification has a round';
  if (round !== null && round > rounds) return `the bout has ${rounds} rounds`;
  return null;
}

/** Scores a pick. The method counts only with the correct winner, the round only with the correct method. */
export function markPick(pick: Pick, result: MatchResult | null): MarkedPick {
  if (result === null) return { mark: 'waiting', points: 0 };
  if (result.winner === 'none') return { mark: 'void', points: 0 };
  if (pick.winner !== result.winner) return { mark: 'wrong', points: 0 };
  const isMethod = pick.method !== null && pick.method === result.method;
  const isRound = isMethod && pick.round !== null && pick.round === result.round;
  return {
    mark: 'right',
    points:
      PREDICT_POINTS.winner +
      (isMethod ? PREDICT_POINTS.method : 0) +
      (isRound ? PREDICT_POINTS.round : 0),
  };
}
