import { after, MINUTE_MS } from './bangkok-time.ts';

const ROUND_MS = 3 * MINUTE_MS;
const REST_MS = 2 * MINUTE_MS;
/** Time from the bell of a round to a stoppage in this round. */
const STOPPAGE_MS = 100_000;

export interface RoundState {
  readonly number: number;
  readonly startedAt: Date;
  readonly resting: boolean;
}

/**
 * Returns the round of a bout at `now`. Rounds last three minutes, with two minutes of rest between them. The last
 * round continues until the bout ends.
 */
export function roundAt(beganAt: Date, rounds: number, now: Date): RoundState {
  const passedMs = Math.max(0, now.getTime() - beganAt.getTime());
  const index = Math.min(rounds - 1, Math.floor(passedMs / (ROUND_MS + REST_MS)));
  const bell = after(beganAt, index * (ROUND_MS + REST_MS));
  const resting = index < rounds - 1 && now.getTime() - bell.getTime() >= ROUND_MS;
  return { number: index + 1, startedAt: resting ? after(bell, ROUND_MS) : bell, resting };
}

/** The next change of a bout: another round or rest, or its end (`round` is `null`). */
export interface NextTurn {
  readonly at: Date;
  readonly round: RoundState | null;
}

/**
 * Returns the change that follows a round or a rest. The change depends only on that round, so that the page's strip,
 * the round and the result share one clock.
 *
 * @param stoppageRound the round in which the bout is stopped; `null` for a bout that goes the distance
 */
export function nextTurn(
  { number, startedAt, resting }: RoundState,
  rounds: number,
  stoppageRound: number | null,
): NextTurn {
  if (resting) {
    const at = after(startedAt, REST_MS);
    return { at, round: { number: number + 1, startedAt: at, resting: false } };
  }
  if (number === stoppageRound) return { at: after(startedAt, STOPPAGE_MS), round: null };
  const at = after(startedAt, ROUND_MS);
  return { at, round: number >= rounds ? null : { number, startedAt: at, resting: true } };
}
