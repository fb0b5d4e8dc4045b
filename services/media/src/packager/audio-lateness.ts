import { CLOCK_HZ } from '../stream/access-unit.ts';
import { APART_TICKS_MAX } from '../stream/sound-alignment.ts';

/** Minimum time that a part waits for late audio; longer than the worst lag of typical publishers. */
export const AUDIO_WAIT_TICKS_MIN = 0.5 * CLOCK_HZ;
/** Margin added to the measured lateness. It is small, because the wait adds to every viewer's latency. */
const MARGIN_TICKS = 0.3 * CLOCK_HZ;
/** Maximum wait; audio alignment corrects anything later. */
const WAIT_TICKS_MAX = APART_TICKS_MAX + MARGIN_TICKS;
/** Decay of the measured lateness per frame: about a fifth per second. */
const KEPT = 0.995;

/** Measures how late a publisher's audio arrives after its video, and determines how long parts wait for audio. */
export class AudioLateness {
  #ticks = 0;

  /** Recent maximum lateness. */
  get ticks(): number {
    return this.#ticks;
  }

  get waitTicks(): number {
    const wanted = this.#ticks + MARGIN_TICKS;
    return Math.min(WAIT_TICKS_MAX, Math.max(AUDIO_WAIT_TICKS_MIN, wanted));
  }

  /** Records how late an audio frame is behind the newest video frame. */
  observe(ticks: number): void {
    this.#ticks = Math.max(ticks, this.#ticks * KEPT);
  }
}
