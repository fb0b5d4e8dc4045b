export type Winner = 'red' | 'blue' | 'draw' | 'none';
export type Method =
  | 'decision'
  | 'tko'
  | 'disqualification'
  | 'forfeit'
  | 'draw'
  | 'cancelled'
  | 'no_contest';

export interface Result {
  readonly winner: Winner | null;
  readonly method: Method | null;
  readonly round: number | null;
}

const WINS: readonly Method[] = ['decision', 'tko', 'disqualification', 'forfeit'];

/** Returns the methods that are valid for a winner, the most common one first. */
export function methodsOf(winner: Winner): readonly Method[] {
  if (winner === 'draw') return ['draw'];
  return winner === 'none' ? ['cancelled', 'no_contest'] : WINS;
}

/** Returns whether a choice equals the recorded result of a bout. */
export function isSameResult({ winner, method, round }: Result, result: Result | null): boolean {
  return (
    result !== null &&
    winner === result.winner &&
    method === result.method &&
    round === result.round
  );
}

/** Returns whether a result is complete and consistent: the method is valid for the winner, and a TKO has a round. */
export function isComplete({ winner, method, round }: Result): boolean {
  if (winner === null || method === null || !methodsOf(winner).includes(method)) return false;
  return method !== 'tko' || round !== null;
}
