import { CLOCK_HZ } from '../stream/access-unit.ts';

/** Target duration if key frames are up to two seconds apart. */
const SHORT_S = 2;
/** Target duration otherwise. GOPs of up to this duration stay whole; longer ones are cut. */
const LONG_S = 4;
/** The rounded duration of a segment must not exceed the target (RFC 8216bis, 4.4.3.1). */
const ROUNDING_TICKS = 0.49 * CLOCK_HZ;

/**
 * A channel's TARGETDURATION: chosen once, when its first segment is closed, and never changed (RFC 8216bis, 6.2.1).
 * All renditions share it. Until then, the first segment is kept short enough for both possible targets, so that a
 * stream with key frames far apart can be played after two seconds.
 */
export class SegmentTarget {
  #seconds: number | null;

  /** @param seconds the duration that an earlier process chose, restored from disk */
  constructor(seconds: number | null = null) {
    this.#seconds = seconds;
  }

  get seconds(): number {
    return this.#seconds ?? SHORT_S;
  }

  /** Maximum segment duration. */
  get ticksMax(): number {
    return this.seconds * CLOCK_HZ + ROUNDING_TICKS;
  }

  /** Chooses the duration when the first segment closes; later calls do nothing. */
  choose(endedByKeyFrame: boolean): void {
    this.#seconds ??= endedByKeyFrame ? SHORT_S : LONG_S;
  }
}
