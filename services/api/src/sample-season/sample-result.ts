import type { MethodValue, WinnerValue } from '../domains/live/lives/lives.tables.ts';
import { sampleRandom } from './sample-random.ts';

export interface SampleResult {
  readonly winner: WinnerValue;
  readonly method: MethodValue;
  readonly result_round: number | null;
}

/** Cumulative probabilities of results other than a decision. */
const CANCELLED = 0.02;
const DRAW = 0.05;
const FORFEIT = 0.07;
const DISQUALIFICATION = 0.09;
const TKO = 0.38;

const strengthOf = (fighterId: string): number => 0.35 + 0.6 * sampleRandom(fighterId)();

/** Returns the result of a bout. The result is always the same, and the stronger fighter wins more often. */
export function sampleResult(
  bout: { readonly name: string; readonly rounds: number },
  redId: string,
  blueId: string,
): SampleResult {
  const random = sampleRandom(`result:${bout.name}`);
  const [red, blue] = [strengthOf(redId) ** 2, strengthOf(blueId) ** 2];
  const winner = random() < red / (red + blue) ? 'red' : 'blue';
  const drawn = random();
  const round = 1 + Math.floor(random() * bout.rounds);
  if (drawn < CANCELLED) return { winner: 'none', method: 'cancelled', result_round: null };
  if (drawn < DRAW) return { winner: 'draw', method: 'draw', result_round: null };
  if (drawn < FORFEIT) return { winner, method: 'forfeit', result_round: null };
  if (drawn < DISQUALIFICATION) return { winner, method: 'disqualification', result_round: round };
  if (drawn < TKO) return { winner, method: 'tko', result_round: round };
  return { winner, method: 'decision', result_round: null };
}
