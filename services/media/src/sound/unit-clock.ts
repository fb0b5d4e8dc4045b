import { CLOCK_HZ } from '../stream/access-unit.ts';

/** A unit that deviates less than this from its expected time follows the previous unit without a gap. */
const APART_TICKS_MAX = 0.04 * CLOCK_HZ;
/** Number of input units that are remembered, for the seconds of audio that a converter may buffer. */
const UNITS_MAX = 512;

/** Timestamps converted units by counting the seconds of input and output, because pipes carry no timestamps. */
export class UnitClock {
  readonly #in: { readonly seconds: number; readonly pts: number }[] = [];
  readonly #stepSeconds: number;
  #inSeconds = 0;
  #outSeconds: number;
  #next: number | null = null;

  /** @param leadSeconds audio that the encoder inserts before the first sample */
  constructor(stepSeconds: number, leadSeconds: number) {
    this.#stepSeconds = stepSeconds;
    this.#outSeconds = -leadSeconds;
  }

  /** Records an input unit. */
  took(pts: number, seconds: number): void {
    this.#in.push({ seconds: this.#inSeconds, pts });
    this.#inSeconds += seconds;
    if (this.#in.length > UNITS_MAX) this.#in.shift();
  }

  /** Returns the time of the next output unit. */
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
