import { createStore, type Store } from '../store.ts';

/**
 * The stadium time that this viewer's video has reached, in milliseconds of the server's clock. Later events are
 * delayed; `Infinity` delays nothing.
 */
export interface PictureClock {
  readonly reachedMs: Store<number>;
  /** The current time by the server's clock. */
  readonly nowMs: () => number;
}

/** A clock that delays nothing. */
export const OPEN_CLOCK: PictureClock = {
  reachedMs: createStore(Number.POSITIVE_INFINITY),
  nowMs: () => Date.now(),
};

/**
 * If a viewer who follows live is further behind than this, the player jumps to live and skips the frames between. The
 * limit is above the delay of other media engines with long segments.
 */
const FOLLOWED_MS_MAX = 30_000;

/**
 * Returns the stadium time of the video for which events wait; `null` if events do not wait. If a viewer who follows
 * live sees a frame that is older than `FOLLOWED_MS_MAX`, the stream has stopped.
 */
export const waitsFor = (
  pictureMs: number | null,
  followsLive: boolean,
  nowMs: number,
): number | null =>
  followsLive && pictureMs !== null && nowMs - pictureMs > FOLLOWED_MS_MAX ? null : pictureMs;

/** A larger step back means that the viewer has rewound. Smaller steps come from stalls or restarts. */
const REWOUND_MS = 5_000;

/**
 * Returns the stadium time that counts as reached, after `beforeMs`, for a video that shows `pictureMs` (`null` without
 * a video). The result moves back only if the viewer rewinds.
 */
export const nextReached = (beforeMs: number, pictureMs: number | null, nowMs: number): number => {
  if (pictureMs === null) return Number.POSITIVE_INFINITY;
  const shownMs = Math.min(beforeMs, nowMs);
  return pictureMs < shownMs - REWOUND_MS ? pictureMs : Math.max(pictureMs, shownMs);
};
