import { lengthS } from './bout-clock.ts';
import { BOUT_MS, CURRENT_ORDER } from './card-plan.ts';
import type { SampleResult } from './sample-result.ts';

const SECOND_MS = 1_000;

/** How fast tonight's bouts are fought, from the current bout of the sample on. */
export interface Pace {
  readonly round_s: number;
  readonly rest_s: number;
  /** Time since the first bell of the current bout when the season is loaded. */
  readonly beganMs: number;
  /** Planned first bells of the current and of the following bouts, after the first bell of the current bout. */
  readonly bellsMs: readonly number[];
}

/** The pace of an evening that operators direct. The current bout is in round 3 with 2:14 left. */
export const REAL_PACE: Pace = {
  round_s: 180,
  rest_s: 120,
  beganMs: (10 * 60 + 46) * SECOND_MS,
  bellsMs: [0, BOUT_MS, 2 * BOUT_MS],
};

/** Time from the end of a bout to the next bell: the hold of two minutes for a result, and time for refunds. */
export const PAUSE_S = 145;
/**
 * Time from the end of the last bout to the repetition. Results of the prediction game are final after five minutes, and
 * the task that scores them runs once a minute.
 */
export const INTERMISSION_S = 380;
/** Time from the repetition of the card to its first bell. */
export const LEAD_S = 20;

const ROUNDS = { rounds: 5, round_s: 40, rest_s: 10 };

/** The results of the story, from bout `CURRENT_ORDER` on: a decision, a knockout and a draw. */
const RESULTS: readonly SampleResult[] = [
  { winner: 'red', method: 'decision', result_round: null },
  { winner: 'blue', method: 'tko', result_round: 2 },
  { winner: 'draw', method: 'draw', result_round: null },
];

/** Returns the result of a bout of the story. @throws {RangeError} for a bout before `CURRENT_ORDER` */
export function storyResult(order: number): SampleResult {
  const result = RESULTS[order - CURRENT_ORDER];
  if (result === undefined) throw new RangeError(`bout ${order} is not part of the story`);
  return result;
}

/** The pace of the story: three bouts in a quarter of an hour. The current bout is in round 3. */
export const STORY_PACE: Pace = {
  round_s: ROUNDS.round_s,
  rest_s: ROUNDS.rest_s,
  beganMs: (2 * (ROUNDS.round_s + ROUNDS.rest_s) + 5) * SECOND_MS,
  bellsMs: RESULTS.map((_, place) =>
    RESULTS.slice(0, place).reduce(
      (sum, { result_round: round }) => sum + (lengthS(ROUNDS, round) + PAUSE_S) * SECOND_MS,
      0,
    ),
  ),
};
