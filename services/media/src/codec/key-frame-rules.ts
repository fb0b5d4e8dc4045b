import { CLOCK_HZ } from '../stream/access-unit.ts';
import type { AvcPicture } from './avc-picture.ts';
import { UnsupportedMediaError } from './media-error.ts';

/**
 * A stream with recovery points in other pictures than IDRs is refused once the last IDR is this old, because such an
 * encoder sends an IDR only at its start. The time is two key frame intervals of 2 s, and a margin.
 */
const IDR_TICKS_MAX_WITH_RECOVERY_POINTS = 5 * CLOCK_HZ;
/**
 * A stream without an IDR for this long is refused, because viewers who join would see no video. The time is longer
 * than x264's default interval (250 frames) at 15 frames per second.
 */
const IDR_TICKS_MAX = 20 * CLOCK_HZ;
/** A jump of the publisher's clock counts as at most this long. */
const STEP_TICKS_MAX = CLOCK_HZ;

/**
 * Checks that one publisher's pictures regularly include an entry point for decoders. Only an IDR counts: Chromium
 * decodes nothing before an IDR, even if the container marks a recovery point
 * (docs/decisions/0037-only-idr-pictures-are-entry-points.md).
 */
export class KeyFrameRules {
  #lastDts: number | null = null;
  #ticksSinceIdr = 0;

  /**
   * Checks the next picture.
   *
   * @throws {UnsupportedMediaError} with the encoder setting to change, if viewers cannot join the stream
   */
  take(dts: number, { idr, recoveryFrames }: AvcPicture): void {
    const step = dts - (this.#lastDts ?? dts);
    this.#lastDts = dts;
    this.#ticksSinceIdr = idr
      ? 0
      : this.#ticksSinceIdr + Math.min(Math.max(step, 0), STEP_TICKS_MAX);
    if (recoveryFrames !== null && this.#ticksSinceIdr >= IDR_TICKS_MAX_WITH_RECOVERY_POINTS) {
      throw new UnsupportedMediaError(
        recoveryFrames === 0
          ? 'Open GOP cannot be joined by viewers: turn it off (x264 open-gop=0)'
          : 'Intra refresh cannot be joined by viewers: turn it off (x264 intra-refresh=0)',
      );
    }
    if (this.#ticksSinceIdr >= IDR_TICKS_MAX) {
      throw new UnsupportedMediaError(
        'No key frame (IDR) for 20 s: set the key frame interval to 2 s (ffmpeg -g, OBS Keyframe Interval)',
      );
    }
  }
}
