import { createStore, type Store } from '../store.ts';

/**
 * Which moment of the hall this viewer's picture has reached, on the server's clock in milliseconds. What happened
 * later is not shown yet; `Infinity` lets everything through.
 */
export interface PictureClock {
  readonly reachedMs: Store<number>;
  /** Now, by the server's clock. */
  readonly nowMs: () => number;
}

/** Where no picture sets the pace: everything is shown as it comes. */
export const OPEN_CLOCK: PictureClock = {
  reachedMs: createStore(Number.POSITIVE_INFINITY),
  nowMs: () => Date.now(),
};

/** Smaller steps back are the player's (a stall, a new start at the live edge), not the viewer's wish. */
const REWOUND_MS = 5_000;

/**
 * The next moment, after `beforeMs`, of a picture that shows `pictureMs`; `null` where there is none that anything could
 * wait for. What has been shown stays, unless the viewer rewinds.
 */
export const nextReached = (beforeMs: number, pictureMs: number | null, nowMs: number): number => {
  if (pictureMs === null) return Number.POSITIVE_INFINITY;
  const shownMs = Math.min(beforeMs, nowMs);
  return pictureMs < shownMs - REWOUND_MS ? pictureMs : Math.max(pictureMs, shownMs);
};
