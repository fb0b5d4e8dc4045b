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

/** Returns the methods that go with a winner, the usual one first. */
export function methodsOf(winner: Winner): readonly Method[] {
  if (winner === 'draw') return ['draw'];
  return winner === 'none' ? ['cancelled', 'no_contest'] : WINS;
}

/** Returns whether a choice is the result that a bout has. */
export function isSameResult({ winner, method, round }: Result, result: Result | null): boolean {
  return (
    result !== null &&
    winner === result.winner &&
    method === result.method &&
    round === result.round
  );
}

/** Returns whether a result can be recorded: its parts go together, and a TKO has its round. */
export function isComplete({ winner, method, round }: Result): boolean {
  if (winner === null || method === null || !methodsOf(winner).includes(method)) return false;
  return method !== 'tko' || round !== null;
}
