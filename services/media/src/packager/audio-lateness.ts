import { CLOCK_HZ } from '../stream/access-unit.ts';
import { APART_TICKS_MAX } from '../stream/sound-alignment.ts';

/** A part waits this long for audio that is late; above the worst lag of usual publishers … */
export const AUDIO_WAIT_TICKS_MIN = 0.5 * CLOCK_HZ;
/** … or a little longer than this publisher's audio is late, which costs every viewer that much latency … */
const MARGIN_TICKS = 0.3 * CLOCK_HZ;
/** … up to here, beyond what sound alignment lets stand. */
const WAIT_TICKS_MAX = APART_TICKS_MAX + MARGIN_TICKS;
/** What is left of the lateness that was seen after each further frame: a fifth goes in a second. */
const KEPT = 0.995;

/** How far a publisher's audio arrives behind the pictures it belongs to, and so how long parts wait for it. */
export class AudioLateness {
  #ticks = 0;

  /** The worst of late. */
  get ticks(): number {
    return this.#ticks;
  }

  get waitTicks(): number {
    const wanted = this.#ticks + MARGIN_TICKS;
    return Math.min(WAIT_TICKS_MAX, Math.max(AUDIO_WAIT_TICKS_MIN, wanted));
  }

  /** A frame has come so far behind the newest picture. */
  observe(ticks: number): void {
    this.#ticks = Math.max(ticks, this.#ticks * KEPT);
  }
}
