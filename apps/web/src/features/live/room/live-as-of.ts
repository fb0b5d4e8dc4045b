import type { Live } from '@sangwian/contract/endpoints/live';
import { matchesAsOf, momentsOfMatch, msOf } from '../../../shared/in-step/matches-as-of.ts';
import { withMatches } from './live-feed.ts';
import { Timeline } from './timeline.ts';

/** An evening of a dozen bouts with their rounds and rests, several times over. */
const REMEMBERED_MAX = 200;

/** The moments at which what is told of a live and its bouts came to be. */
const momentsOf = (live: Live): number[] => [
  msOf(live.ended_at),
  ...live.matches.flatMap(momentsOfMatch),
];

/** When the newest of what a live tells happened. */
const newestOf = (live: Live): number => Math.max(Number.NEGATIVE_INFINITY, ...momentsOf(live));

/** A live with the bouts as they were known at a moment. */
export const liveAsOf = (live: Live, atMs: number): Live => {
  if (newestOf(live) <= atMs) return live;
  const matches = matchesAsOf(live.matches, atMs);
  // Who is behind sees the evening to its end.
  const goesOn = live.status === 'ended' && msOf(live.ended_at) > atMs;
  return withMatches({ ...live, status: goesOn ? 'in_progress' : live.status }, matches);
};

/** What was told of a live while it was watched, so that who rewinds sees the round of that moment. */
export class LiveHistory {
  readonly #told = new Timeline<Live>(REMEMBERED_MAX);

  remember(live: Live): void {
    const newestMs = newestOf(live);
    this.#told.push(live, Number.isFinite(newestMs) ? newestMs : 0);
  }

  /**
   * Grows and falls with the moment wherever `asOf` would answer something else, and is endless where it answers `live`
   * itself, whatever is remembered.
   */
  stepAt(live: Live, atMs: number): number {
    if (newestOf(live) <= atMs) return Number.POSITIVE_INFINITY;
    const moments = [...momentsOf(live), ...this.#told.moments];
    return moments.reduce((passed, moment) => passed + (moment <= atMs ? 1 : 0), 0);
  }

  /** `live`, which is the newest, with the bouts as they were known at a moment. */
  asOf(live: Live, atMs: number): Live {
    if (newestOf(live) <= atMs) return live;
    const { matches } = this.#told.at(atMs) ?? this.#told.earliest ?? live;
    return liveAsOf(withMatches(live, matches), atMs);
  }
}
