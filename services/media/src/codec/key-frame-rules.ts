import { CLOCK_HZ } from '../stream/access-unit.ts';
import type { AvcPicture } from './avc-picture.ts';
import { UnsupportedMediaError } from './media-error.ts';

/**
 * A stream whose recovery points are no IDR is refused once the last IDR is this old: such an encoder sends one IDR at
 * its start and none after it. Two key frame intervals of 2 s, and a little.
 */
const IDR_TICKS_MAX_WITH_RECOVERY_POINTS = 5 * CLOCK_HZ;
/**
 * Without any IDR for this long the stream is refused: nobody who joins sees a picture. Above x264's default of 250
 * frames at 15 a second.
 */
const IDR_TICKS_MAX = 20 * CLOCK_HZ;
/** A step of the publisher's clock counts as no more than this. */
const STEP_TICKS_MAX = CLOCK_HZ;

/**
 * Watches one publisher's pictures for a place where decoding can begin. Only an IDR is one: Chromium decodes nothing
 * before an IDR, whatever the container says of a recovery point (docs/decisions/0037-only-idr-pictures-are-entry-points.md).
 */
export class KeyFrameRules {
  #lastDts: number | null = null;
  #ticksSinceIdr = 0;

  /**
   * Takes the next picture.
   *
   * @throws {UnsupportedMediaError} naming the encoder's setting where the stream cannot be joined
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
