import type { BoutOutcome } from '../gifts/gifts.module.ts';
import type { ResultValue } from '../lives/lives.module.ts';

/** In this time whoever recorded a result can take it back; after it the result stands by itself. */
export const HOLD_MS = 2 * 60_000;
/** A bout without a result for so long is an alarm, and then its gifts go back. */
export const OVERDUE_MS = 24 * 60 * 60_000;
export const FORGOTTEN_MS = 7 * OVERDUE_MS;

/** A result as an operator says it. */
export interface SaidResult {
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

/** What is wrong with a result of a bout of so many rounds, in words; `null`: nothing. */
export function faultOfResult(
  { winner, method, round }: SaidResult,
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

/** How its gifts see the result. */
export function outcomeOf({ winner, method }: SaidResult): BoutOutcome {
  if (winner !== 'none') return winner;
  return method === 'no_contest' ? 'no_contest' : 'cancelled';
}

/** How the card shows it: a bout without a contest counts for nobody, as one that was cancelled. */
export const resultOf = ({ winner, method, round }: SaidResult): ResultValue => ({
  winner,
  method: method === 'no_contest' ? 'cancelled' : method,
  round: round ?? null,
});

/** Whether this operator can make the result stand now: a second one at once, the same after the hold. */
export const mayConfirm = (
  ruling: { readonly created_by: string; readonly created_at: Date },
  by: string,
  now: Date,
): boolean => by !== ruling.created_by || now.getTime() - ruling.created_at.getTime() >= HOLD_MS;
