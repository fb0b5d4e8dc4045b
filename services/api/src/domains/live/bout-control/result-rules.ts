import type { BoutOutcome } from '../gifts/gifts.module.ts';
import type { ResultValue } from '../lives/lives.module.ts';

/** The hold period: a recorded result can be withdrawn for this long. After that it is confirmed automatically. */
export const HOLD_MS = 2 * 60_000;
/** An alarm is raised for a bout that has been without a result for this long. */
export const OVERDUE_MS = 24 * 60 * 60_000;
/** The gifts of a bout are refunded once it has been without a result for this long. */
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

/** Returns the outcome of a result, which determines the refunds of the bout's gifts. */
export function outcomeOf({ winner, method }: ResultInput): BoutOutcome {
  if (winner !== 'none') return winner;
  return method === 'no_contest' ? 'no_contest' : 'cancelled';
}

/** Returns the result that the card shows. A no contest counts as no result, like a cancelled bout. */
export const resultOf = ({ winner, method, round }: ResultInput): ResultValue => ({
  winner,
  method: method === 'no_contest' ? 'cancelled' : method,
  round: round ?? null,
});

/** Returns whether the staff account recorded the ruling. Such an account can never confirm the ruling. */
export const isRecorder = (
  ruling: { readonly created_by_staff_id: string | null },
  staffId: string | undefined,
): boolean => staffId !== undefined && ruling.created_by_staff_id === staffId;

/** Returns whether a ruling is due for automatic confirmation. */
export const isHoldOver = (ruling: { readonly created_at: Date }, now: Date): boolean =>
  now.getTime() - ruling.created_at.getTime() >= HOLD_MS;
