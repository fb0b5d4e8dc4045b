import { CLOCK_HZ } from '../stream/access-unit.ts';

/** Nearer than this to where the publisher's times put it, a unit follows the one before without a gap. */
const APART_TICKS_MAX = 0.04 * CLOCK_HZ;
/** Units that are remembered: some seconds of what a converter may hold. */
const UNITS_MAX = 512;

/** Gives converted units their times: a pipe carries none, so seconds in and seconds out are counted. */
export class UnitClock {
  readonly #in: { readonly seconds: number; readonly pts: number }[] = [];
  readonly #stepSeconds: number;
  #inSeconds = 0;
  #outSeconds: number;
  #next: number | null = null;

  /** `leadSeconds`: what the encoder puts before the first sample. */
  constructor(stepSeconds: number, leadSeconds: number) {
    this.#stepSeconds = stepSeconds;
    this.#outSeconds = -leadSeconds;
  }

  /** A unit goes in. */
  took(pts: number, seconds: number): void {
    this.#in.push({ seconds: this.#inSeconds, pts });
    this.#inSeconds += seconds;
    if (this.#in.length > UNITS_MAX) this.#in.shift();
  }

  /** The time of the unit that comes out next. */
  give(): number {
    const seconds = this.#outSeconds;
    this.#outSeconds += this.#stepSeconds;
    while ((this.#in[1]?.seconds ?? Number.POSITIVE_INFINITY) <= seconds) this.#in.shift();
    const [at] = this.#in;
    const due = at === undefined ? (this.#next ?? 0) : at.pts + (seconds - at.seconds) * CLOCK_HZ;
    const pts =
      this.#next !== null && Math.abs(due - this.#next) < APART_TICKS_MAX ? this.#next : due;
    this.#next = pts + this.#stepSeconds * CLOCK_HZ;
    return Math.round(pts);
  }
}
