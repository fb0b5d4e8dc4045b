import type { BoutOutcome } from '../gifts/gifts.module.ts';
import type { ResultValue } from '../lives/lives.module.ts';

/** A recorded result can be withdrawn for this long; then it is confirmed automatically. */
export const HOLD_MS = 2 * 60_000;
/** A bout without a result for this long raises an alarm. */
export const OVERDUE_MS = 24 * 60 * 60_000;
/** The gifts of a bout without a result for this long are refunded. */
export const FORGOTTEN_MS = 7 * OVERDUE_MS;

export interface ResultInput {
  readonly winner: 'red' | 'blue' | 'draw' | 'none';
  readonly method:
    | 'decision'
    | 'tko'
    | 'disqualification'
    | 'forfeit'
    | 'draw'
    | 'cancelled'
    | 'no_contest';
  readonly round?: number | undefined;
}

/** Returns why a result is invalid for a bout of `rounds` rounds; `null` if it is valid. */
export function resultProblem(
  { winner, method, round }: ResultInput,
  rounds: number,
): string | null {
  const wins = ['decision', 'tko', 'disqualification', 'forfeit'].includes(method);
  const hasWinner = winner === 'red' || winner === 'blue';
  if (hasWinner !== wins) return `${winner} and ${method} do not go together`;
  if ((winner === 'draw') !== (method === 'draw'))
    return `${winner} and ${method} do not go together`;
  if (method === 'tko' && round === undefined) return 'a TKO has a round';
  if (method !== 'tko' && method !== 'disqualification' && round !== undefined) {
    return 'only a TKO or a disqualification has a round';
  }
  if (round !== undefined && round > rounds) return `the bout has ${rounds} rounds`;
  return null;
}

/** Returns the outcome that decides on the bout's gifts. */
export function outcomeOf({ winner, method }: ResultInput): BoutOutcome {
  if (winner !== 'none') return winner;
  return method === 'no_contest' ? 'no_contest' : 'cancelled';
}

/** Returns the result that the card shows. A no contest does not count, like a cancelled bout. */
export const resultOf = ({ winner, method, round }: ResultInput): ResultValue => ({
  winner,
  method: method === 'no_contest' ? 'cancelled' : method,
  round: round ?? null,
});

/** Returns whether the staff account recorded the ruling, so that it can never confirm it. */
export const isRecorder = (
  ruling: { readonly created_by_staff_id: string | null },
  staffId: string | undefined,
): boolean => staffId !== undefined && ruling.created_by_staff_id === staffId;

/** Returns whether a ruling is confirmed automatically now. */
export const isHoldOver = (ruling: { readonly created_at: Date }, now: Date): boolean =>
  now.getTime() - ruling.created_at.getTime() >= HOLD_MS;
