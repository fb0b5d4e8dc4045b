import type { MatchResult } from '../endpoints/live.ts';

/** What a right pick is worth; method and round count on top of what stands before them. */
export const PREDICT_POINTS = { winner: 3, method: 2, round: 1 } as const;

/** How a bout can be won. A draw is a pick of its own and has none of these. */
export const PICK_METHODS = ['decision', 'tko', 'disqualification', 'forfeit'] as const;
export type PickMethod = (typeof PICK_METHODS)[number];

/** What a fan says of a bout: who wins, and for extra points how and in which round. */
export interface Pick {
  readonly winner: 'red' | 'blue' | 'draw';
  readonly method: PickMethod | null;
  readonly round: number | null;
}

/**
 * - `waiting`: there is no result yet
 * - `void`: the bout counts for nobody
 */
export type Mark = 'waiting' | 'void' | 'right' | 'wrong';

export interface MarkedPick {
  readonly mark: Mark;
  /** 3 for the winner, 5 with the method, 6 with the round. */
  readonly points: number;
}

/** Whether a win of this kind can have a round of its own. */
export const hasRound = (method: PickMethod | null): boolean =>
  method === 'tko' || method === 'disqualification';

/** What is wrong with a pick of a bout of so many rounds, in words; `null`: nothing. */
export function faultOfPick({ winner, method, round }: Pick, rounds: number): string | null {
  if (winner === 'draw' && method !== null) return 'a draw has no method';
  if (round !== null && !hasRound(method)) return 'only a TKO or a disqualification has a round';
  if (round !== null && round > rounds) return `the bout has ${rounds} rounds`;
  return null;
}

/** What a pick came to. The method counts only for the right winner, the round only with the right method. */
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
