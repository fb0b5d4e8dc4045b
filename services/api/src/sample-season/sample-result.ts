import type { MethodValue, WinnerValue } from '../domains/live/lives/lives.tables.ts';
import { sampleRandom } from './sample-random.ts';

export interface SampleResult {
  readonly winner: WinnerValue;
  readonly method: MethodValue;
  readonly result_round: number | null;
}

/** Shares of what does not end by decision, out of 1. */
const CANCELLED = 0.02;
const DRAW = 0.05;
const FORFEIT = 0.07;
const DISQUALIFICATION = 0.09;
const TKO = 0.38;

const strengthOf = (fighterId: string): number => 0.35 + 0.6 * sampleRandom(fighterId)();

/** How a bout of the sample ended: always the same for the same bout, and the better fighter wins more often. */
export function sampleResult(
  bout: { readonly name: string; readonly rounds: number },
  redId: string,
  blueId: string,
): SampleResult {
  const random = sampleRandom(`result:${bout.name}`);
  const [red, blue] = [strengthOf(redId) ** 2, strengthOf(blueId) ** 2];
  const winner = random() < red / (red + blue) ? 'red' : 'blue';
  const how = random();
  const round = 1 + Math.floor(random() * bout.rounds);
  if (how < CANCELLED) return { winner: 'none', method: 'cancelled', result_round: null };
  if (how < DRAW) return { winner: 'draw', method: 'draw', result_round: null };
  if (how < FORFEIT) return { winner, method: 'forfeit', result_round: null };
  if (how < DISQUALIFICATION) return { winner, method: 'disqualification', result_round: round };
  if (how < TKO) return { winner, method: 'tko', result_round: round };
  return { winner, method: 'decision', result_round: null };
}
