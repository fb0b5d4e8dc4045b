import type { MatchResult } from '@sangwian/contract/endpoints/live';
import { hasRound, markPick, PICK_METHODS, type Pick } from '@sangwian/contract/rules/predict-pick';

const ROUNDS_MAX = 12;
const rounds = [null, ...Array.from({ length: ROUNDS_MAX }, (_, index) => index + 1)];

const winsOf = (winner: 'red' | 'blue'): Pick[] => [
  { winner, method: null, round: null },
  ...PICK_METHODS.flatMap((method) =>
    (hasRound(method) ? rounds : [null]).map((round) => ({ winner, method, round })),
  ),
];

/**
 * All possible picks. The stored code of a pick is its position in this list, from 1, so the order must never change.
 */
const PICKS: readonly Pick[] = [
  { winner: 'draw', method: null, round: null },
  ...winsOf('red'),
  ...winsOf('blue'),
];
const CODES = new Map(PICKS.map((pick, index) => [keyOf(pick), index + 1]));

function keyOf({ winner, method, round }: Pick): string {
  return `${winner} ${method} ${round}`;
}

/** One more than the largest code. */
export const CODES_END = PICKS.length + 1;

/** The range of codes for each winner. */
export const CODES_OF = {
  draw: [1, 1],
  red: [2, 1 + winsOf('red').length],
  blue: [2 + winsOf('red').length, PICKS.length],
} as const satisfies Record<Pick['winner'], readonly [number, number]>;

/** Returns the code of a pick. @throws {RangeError} if the pick is impossible */
export function packPick(pick: Pick): number {
  const code = CODES.get(keyOf(pick));
  if (code === undefined) throw new RangeError(`no pick is ${keyOf(pick)}`);
  return code;
}

/** Returns the pick of a code; `null` for 0 (no pick) and for an unknown code. */
export const unpackPick = (code: number | undefined): Pick | null => PICKS[(code ?? 0) - 1] ?? null;

/** Returns the points of every code for this result. Index 0 stands for no pick. */
export const pointsByCode = (result: MatchResult | null): number[] => [
  0,
  ...PICKS.map((pick) => markPick(pick, result).points),
];
