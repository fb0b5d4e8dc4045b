import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { changeTimesOfMatch, matchesAsOf, msOf } from '../../../shared/in-step/matches-as-of.ts';
import { withMatches } from './live-feed.ts';
import { Timeline } from './timeline.ts';

/** Several times the number of states of an evening with a dozen bouts, their rounds and rests. */
const REMEMBERED_MAX = 200;

/** Returns the times of all changes in a live and its bouts. */
const changeTimesOf = (live: Live): number[] => [
  msOf(live.ended_at),
  ...live.matches.flatMap(changeTimesOfMatch),
];

/** Returns the time of the latest change in a live. */
const lastChangeMsOf = (live: Live): number =>
  Math.max(Number.NEGATIVE_INFINITY, ...changeTimesOf(live));

/**
 * Returns the time at which a stopped round clock was started again. The server moves the start of the round by the
 * length of the stop.
 */
const restartMsOf = (before: Match | undefined, { round, clock_stopped_at }: Match): number =>
  before?.clock_stopped_at != null &&
  clock_stopped_at === null &&
  round?.number === before.round?.number &&
  round?.resting === before.round?.resting
    ? msOf(before.clock_stopped_at) + msOf(round?.started_at) - msOf(before.round?.started_at)
    : Number.NEGATIVE_INFINITY;

/** Returns a live with its bouts as known at a given time. */
export const liveAsOf = (live: Live, atMs: number): Live => {
  if (lastChangeMsOf(live) <= atMs) return live;
  const matches = matchesAsOf(live.matches, atMs);
  // For a delayed viewer the live continues until the video ends.
  const isRunning = live.status === 'ended' && msOf(live.ended_at) > atMs;
  return withMatches({ ...live, status: isRunning ? 'in_progress' : live.status }, matches);
};

/**
 * A video that falls back by less than this has stalled or changed its engine. A larger step back means that the viewer
 * has rewound.
 */
const FELL_BACK_MS = 60_000;

/** The states of a live since the page was opened. They show the round of the rewound video's time. */
export class LiveHistory {
  readonly #states = new Timeline<Live>(REMEMBERED_MAX);
  /** Time of the last restart of a stopped round clock. */
  #restartMs = Number.NEGATIVE_INFINITY;
  /** The latest stadium time that the video has shown. */
  #reachedMs = Number.NEGATIVE_INFINITY;

  /**
   * @param nowMs the server's time, which limits the restart: a repeated round moves its start further than a restarted
   * clock does
   */
  remember(live: Live, nowMs: number): void {
    const before = this.#states.latest?.matches;
    const restarts = live.matches.map((match) =>
      restartMsOf(
        before?.find(({ match_live_id: id }) => id === match.match_live_id),
        match,
      ),
    );
    this.#restartMs = Math.max(this.#restartMs, Math.min(nowMs, Math.max(...restarts)));
    const newestMs = this.#lastChangeMsOf(live);
    this.#states.push(live, Number.isFinite(newestMs) ? newestMs : 0);
  }

  /** Returns a number that changes whenever the result of `asOf` changes. Infinite if `asOf` returns `live` itself. */
  versionAt(live: Live, pictureMs: number): number {
    const atMs = this.#steady(live, pictureMs);
    if (this.#lastChangeMsOf(live) <= atMs) return Number.POSITIVE_INFINITY;
    const moments = [...changeTimesOf(live), ...this.#states.moments];
    return moments.reduce((passed, moment) => passed + (moment <= atMs ? 1 : 0), 0);
  }

  /** Returns the newest `live` with its bouts as known at the time that the video shows. */
  asOf(live: Live, pictureMs: number): Live {
    const atMs = this.#steady(live, pictureMs);
    if (this.#lastChangeMsOf(live) <= atMs) return live;
    const { matches } = this.#states.at(atMs) ?? this.#states.earliest ?? live;
    return liveAsOf(withMatches(live, matches), atMs);
  }

  /**
   * Records the stadium time that the video has reached.
   *
   * @param nowMs the server's time, used for a page without a video
   */
  reach(pictureMs: number, nowMs: number): void {
    this.#reachedMs = Math.max(this.#reachedMs, Math.min(pictureMs, nowMs));
  }

  /** Returns the time whose state is shown. A shown result stays visible if the video falls back a little. */
  #steady({ matches }: Live, atMs: number): number {
    const shown = matches
      .flatMap(({ result_at, ended_at }) => [msOf(result_at), msOf(ended_at)])
      .filter((ms) => ms > atMs && ms <= this.#reachedMs && ms - atMs < FELL_BACK_MS);
    return Math.max(atMs, ...shown);
  }

  #lastChangeMsOf(live: Live): number {
    return Math.max(lastChangeMsOf(live), this.#restartMs);
  }
}
