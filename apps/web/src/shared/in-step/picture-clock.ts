import { createStore, type Store } from '../store.ts';

/**
 * The moment at the stadium that this viewer's video has reached, in milliseconds of the server's clock. Later events
 * are held back; `Infinity` holds nothing back.
 */
export interface PictureClock {
  readonly reachedMs: Store<number>;
  /** Now, by the server's clock. */
  readonly nowMs: () => number;
}

/** A clock that holds nothing back. */
export const OPEN_CLOCK: PictureClock = {
  reachedMs: createStore(Number.POSITIVE_INFINITY),
  nowMs: () => Date.now(),
};

/** A viewer who follows live never sees the frames after an older one: the player jumps to live. */
const FOLLOWED_MS_MAX = 10_000;

/**
 * Returns the moment of the picture for which events wait; `null` if they wait for none. At live, a frame this old is the
 * rest of a stream that has stopped.
 */
export const waitsFor = (
  pictureMs: number | null,
  followsLive: boolean,
  nowMs: number,
): number | null =>
  followsLive && pictureMs !== null && nowMs - pictureMs > FOLLOWED_MS_MAX ? null : pictureMs;

/** Smaller steps back come from stalls or restarts, not from rewinding. */
const REWOUND_MS = 5_000;

/**
 * Returns the next reached moment after `beforeMs` for a video that shows `pictureMs`, or `null` without a video. It
 * never moves back, unless the viewer rewinds.
 */
export const nextReached = (beforeMs: number, pictureMs: number | null, nowMs: number): number => {
  if (pictureMs === null) return Number.POSITIVE_INFINITY;
  const shownMs = Math.min(beforeMs, nowMs);
  return pictureMs < shownMs - REWOUND_MS ? pictureMs : Math.max(pictureMs, shownMs);
};
