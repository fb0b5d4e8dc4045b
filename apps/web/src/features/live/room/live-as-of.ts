import type { Live } from '@sangwian/contract/endpoints/live';
import { changeTimesOfMatch, matchesAsOf, msOf } from '../../../shared/in-step/matches-as-of.ts';
import { withMatches } from './live-feed.ts';
import { Timeline } from './timeline.ts';

/** An evening of a dozen bouts with their rounds and rests, several times over. */
const REMEMBERED_MAX = 200;

/** Returns the times of all changes in a live and its bouts. */
const changeTimesOf = (live: Live): number[] => [
  msOf(live.ended_at),
  ...live.matches.flatMap(changeTimesOfMatch),
];

/** Returns the time of the latest change in a live. */
const lastChangeMsOf = (live: Live): number =>
  Math.max(Number.NEGATIVE_INFINITY, ...changeTimesOf(live));

/** Returns a live with its bouts as they were known at a moment. */
export const liveAsOf = (live: Live, atMs: number): Live => {
  if (lastChangeMsOf(live) <= atMs) return live;
  const matches = matchesAsOf(live.matches, atMs);
  // A delayed viewer watches the live to its end.
  const isRunning = live.status === 'ended' && msOf(live.ended_at) > atMs;
  return withMatches({ ...live, status: isRunning ? 'in_progress' : live.status }, matches);
};

/** The states of a live since the page was opened, so that a viewer who rewinds sees the round of that moment. */
export class LiveHistory {
  readonly #states = new Timeline<Live>(REMEMBERED_MAX);

  remember(live: Live): void {
    const newestMs = lastChangeMsOf(live);
    this.#states.push(live, Number.isFinite(newestMs) ? newestMs : 0);
  }

  /**
   * Returns a number that differs wherever `asOf` returns something different; infinite where `asOf` returns `live`.
   */
  versionAt(live: Live, atMs: number): number {
    if (lastChangeMsOf(live) <= atMs) return Number.POSITIVE_INFINITY;
    const moments = [...changeTimesOf(live), ...this.#states.moments];
    return moments.reduce((passed, moment) => passed + (moment <= atMs ? 1 : 0), 0);
  }

  /** Returns the newest `live` with its bouts as they were known at a moment. */
  asOf(live: Live, atMs: number): Live {
    if (lastChangeMsOf(live) <= atMs) return live;
    const { matches } = this.#states.at(atMs) ?? this.#states.earliest ?? live;
    return liveAsOf(withMatches(live, matches), atMs);
  }
}
