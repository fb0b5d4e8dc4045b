import { addMs } from './bangkok-time.ts';

const SECOND_MS = 1_000;
/** Time from the end of the last round to the decision of the judges. */
export const DECISION_S = 12;
/** Time from the bell of a round to a stoppage in this round. */
export const STOPPAGE_S = 25;

export interface RoundState {
  readonly number: number;
  readonly startedAt: Date;
  readonly resting: boolean;
}

/** Number and length of the rounds of a bout. */
interface RoundPlan {
  readonly rounds: number;
  readonly round_s: number;
  readonly rest_s: number;
}

/** Returns the round of a bout at `now`. The last round continues until the bout ends. */
export function roundAt(
  beganAt: Date,
  { rounds, round_s, rest_s }: RoundPlan,
  now: Date,
): RoundState {
  const roundMs = round_s * SECOND_MS;
  const cycleMs = roundMs + rest_s * SECOND_MS;
  const passedMs = Math.max(0, now.getTime() - beganAt.getTime());
  const index = Math.min(rounds - 1, Math.floor(passedMs / cycleMs));
  const bell = addMs(beganAt, index * cycleMs);
  const resting = index < rounds - 1 && now.getTime() - bell.getTime() >= roundMs;
  return { number: index + 1, startedAt: resting ? addMs(bell, roundMs) : bell, resting };
}

/** What follows a round or a rest, and when it is due. */
interface NextTurn {
  readonly at: Date;
  readonly turn:
    | { readonly action: 'rest' | 'result' }
    | { readonly action: 'round'; readonly number: number };
}

/**
 * Returns what follows a round or a rest.
 *
 * @param stoppageRound the round in which the bout is stopped; `null` for a bout that goes the distance
 */
export function nextTurn(
  { number, startedAt, resting }: RoundState,
  { rounds, round_s, rest_s }: RoundPlan,
  stoppageRound: number | null,
): NextTurn {
  const dueAfter = (seconds: number): Date => addMs(startedAt, seconds * SECOND_MS);
  if (resting) return { at: dueAfter(rest_s), turn: { action: 'round', number: number + 1 } };
  if (number === stoppageRound) return { at: dueAfter(STOPPAGE_S), turn: { action: 'result' } };
  return number < rounds
    ? { at: dueAfter(round_s), turn: { action: 'rest' } }
    : { at: dueAfter(round_s + DECISION_S), turn: { action: 'result' } };
}

/** Returns the time from the first bell of a bout to its result, in seconds. */
export function lengthS(
  { rounds, round_s, rest_s }: RoundPlan,
  stoppageRound: number | null,
): number {
  return stoppageRound === null
    ? rounds * round_s + (rounds - 1) * rest_s + DECISION_S
    : (stoppageRound - 1) * (round_s + rest_s) + STOPPAGE_S;
}
