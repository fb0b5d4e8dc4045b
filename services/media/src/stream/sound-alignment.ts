import { frameSamplesOf } from '../codec/audio-format.ts';
import { type AudioConfig, CLOCK_HZ } from './access-unit.ts';

/** A step of one clock that is smaller is jitter of an encoder's times, and is left to the packager. */
const STEP_TICKS_MIN = 0.25 * CLOCK_HZ;
/** Sound that stays further than this from the picture has a clock of its own; late sound within it is waited for. */
export const APART_TICKS_MAX = 3 * CLOCK_HZ;
/** So many pictures in a row, with sound between them, show that sound stays apart: half a second of them. */
const APART_PICTURES = 15;
/** Sound that did not come for this long is away. */
const SOUND_AWAY_TICKS = CLOCK_HZ;
/** A shift below this is a sum of roundings: both clocks stepped together. */
const SHIFT_TICKS_MIN = 0.1 * CLOCK_HZ;

/**
 * Keeps one publisher's sound beside its picture where one of the two clocks steps. Units arrive in real time, so the
 * order of arrival tells a step from a gap: where times jump and the other track did not move as far meanwhile, the
 * clock has stepped, and the sound is moved by exactly that step. Otherwise the times are taken as they are.
 */
export class SoundAlignment {
  #shift = 0;
  #frameTicks = 0;
  #lastDts: number | null = null;
  #frameDuration = 0;
  /** End of the newest sound, as it was moved, and where it ended at the newest picture. */
  #soundEnd: number | null = null;
  #soundEndAtPicture: number | null = null;
  /** Where the picture was at the newest sound. */
  #dtsAtSound = 0;
  #apartPictures = 0;
  #steps = 0;

  /** Added to the publisher's audio times. */
  get shiftTicks(): number {
    return this.#shift;
  }

  /** Steps that were evened out since the publisher began. */
  get steps(): number {
    return this.#steps;
  }

  audioConfig({ format }: AudioConfig): void {
    this.#frameTicks = (frameSamplesOf(format) * CLOCK_HZ) / format.sampleRateHz;
  }

  /** Notes a picture. */
  video(dts: number): void {
    const last = this.#lastDts;
    this.#lastDts = dts;
    if (last === null) return;
    const step = dts - last;
    const end = this.#soundEnd;
    if (end !== null && this.#soundEndAtPicture !== null) {
      const jump = step - this.#frameDuration;
      const soundMoved = end - this.#soundEndAtPicture;
      // Sound that is away says its place itself when it returns.
      const away = last - this.#dtsAtSound > SOUND_AWAY_TICKS;
      if (!away && isClockStep(jump, step - soundMoved)) {
        this.#move(jump);
        this.#dtsAtSound += jump;
      } else this.#watchDistance(dts, end);
    }
    this.#soundEndAtPicture = this.#soundEnd;
    if (Math.abs(step) < STEP_TICKS_MIN) this.#frameDuration = Math.max(0, step);
  }

  /** Where a frame of sound belongs. */
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

  /** Sound that arrives far from its picture for a while is put beside it, whatever its times say. */
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

/** `apart` is how much further than the other track this one has moved. */
const isClockStep = (jump: number, apart: number): boolean =>
  Math.abs(jump) >= STEP_TICKS_MIN && Math.abs(apart) > Math.abs(jump) / 2;
