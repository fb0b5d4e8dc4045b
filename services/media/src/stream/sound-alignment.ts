import { frameSamplesOf } from '../codec/audio-format.ts';
import { type AudioConfig, CLOCK_HZ } from './access-unit.ts';

/** Smaller steps of one clock are jitter of the encoder, which the packager handles. */
const STEP_TICKS_MIN = 0.25 * CLOCK_HZ;
/** Audio that stays further than this from the video has a different clock. Closer audio counts as late. */
export const APART_TICKS_MAX = 3 * CLOCK_HZ;
/** Consecutive frames, with audio between them, after which distant audio is realigned: half a second. */
const APART_PICTURES = 15;
/** Audio that has not arrived for this long counts as interrupted. */
const SOUND_AWAY_TICKS = CLOCK_HZ;
/** A shift below this comes from accumulated rounding, because both clocks jumped together. */
const SHIFT_TICKS_MIN = 0.1 * CLOCK_HZ;

/**
 * Keeps one publisher's audio aligned with its video if one of their two clocks jumps. Units arrive in real time, so
 * the other track distinguishes a step from a gap: if one track's times jump and the other track did not advance as
 * far, the clock has stepped, and the audio is shifted by exactly that step. Otherwise times are unchanged.
 */
export class SoundAlignment {
  #shift = 0;
  #frameTicks = 0;
  #lastDts: number | null = null;
  #frameDuration = 0;
  /** End of the newest audio after the shift: now, and when the newest frame arrived. */
  #soundEnd: number | null = null;
  #soundEndAtPicture: number | null = null;
  /** Decoding time of the newest frame when the newest audio arrived. */
  #dtsAtSound = 0;
  #apartPictures = 0;
  #steps = 0;

  /** Ticks that are added to the publisher's audio times. */
  get shiftTicks(): number {
    return this.#shift;
  }

  /** Steps corrected since the publisher began. */
  get steps(): number {
    return this.#steps;
  }

  audioConfig({ format }: AudioConfig): void {
    this.#frameTicks = (frameSamplesOf(format) * CLOCK_HZ) / format.sampleRateHz;
  }

  /** Records a frame. */
  video(dts: number): void {
    const last = this.#lastDts;
    this.#lastDts = dts;
    if (last === null) return;
    const step = dts - last;
    const end = this.#soundEnd;
    if (end !== null && this.#soundEndAtPicture !== null) {
      const jump = step - this.#frameDuration;
      const soundMoved = end - this.#soundEndAtPicture;
      // Interrupted audio is aligned by its own times when it returns.
      const away = last - this.#dtsAtSound > SOUND_AWAY_TICKS;
      if (!away && isClockStep(jump, step - soundMoved)) {
        this.#move(jump);
        this.#dtsAtSound += jump;
      } else this.#watchDistance(dts, end);
    }
    this.#soundEndAtPicture = this.#soundEnd;
    if (Math.abs(step) < STEP_TICKS_MIN) this.#frameDuration = Math.max(0, step);
  }

  /** Returns the aligned time of an audio frame. */
  audio(pts: number): number {
    const dts = this.#lastDts;
    const end = this.#soundEnd;
    if (dts !== null && end !== null) {
      const jump = pts + this.#shift - end;
      const pictureMoved = dts - this.#dtsAtSound;
      if (isClockStep(jump, jump - pictureMoved)) this.#move(-jump);
    }
    if (dts !== null) this.#dtsAtSound = dts;
    const moved = pts + this.#shift;
    this.#soundEnd = moved + this.#frameTicks;
    return moved;
  }

  /** Moves audio to its video, regardless of timestamps, after the two have been far apart for a while. */
  #watchDistance(dts: number, soundEnd: number): void {
    const apart = dts - soundEnd;
    const soundCame = soundEnd !== this.#soundEndAtPicture;
    if (Math.abs(apart) <= APART_TICKS_MAX) this.#apartPictures = 0;
    else if (soundCame) this.#apartPictures += 1;
    if (this.#apartPictures < APART_PICTURES) return;
    this.#apartPictures = 0;
    this.#move(apart);
  }

  #move(ticks: number): void {
    this.#steps += 1;
    const shift = this.#shift + ticks;
    const rounded = Math.abs(shift) < SHIFT_TICKS_MIN ? 0 : shift;
    if (this.#soundEnd !== null) this.#soundEnd += rounded - this.#shift;
    this.#shift = rounded;
  }
}

/** Returns whether a jump is a clock step. `apart` is the jump minus the other track's progress. */
const isClockStep = (jump: number, apart: number): boolean =>
  Math.abs(jump) >= STEP_TICKS_MIN && Math.abs(apart) > Math.abs(jump) / 2;
