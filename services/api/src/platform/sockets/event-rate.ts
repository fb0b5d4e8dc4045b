/** How much one connection may say. */
export const EVENT_RATES = {
  /** Events that are answered: a page sends a handful when it opens and then a line now and then. */
  events: { burst: 20, perSecond: 5 },
  /** Packets of any kind, garbage too. Who is beyond this is no page of ours, and is cut off. */
  packets: { burst: 120, perSecond: 20 },
  /**
   * Events that are refused before they do anything (`refused-events.ts`). A page of ours sends none; one of an older
   * version may repeat a beat that is refused every 15 s, which is a third of what flows in here.
   */
  refused: { burst: 40, perSecond: 0.2 },
} as const;

/** A bucket that holds `burst` drops and is refilled by `perSecond`. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** What one connection has left. */
export class RateBucket {
  readonly #rate: Rate;
  #left: number;
  #atMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#atMs = nowMs;
  }

  /** Takes one where there is one. A clock that jumps back refills nothing. */
  take(nowMs: number): boolean {
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = nowMs;
    const { burst, perSecond } = this.#rate;
    this.#left = Math.min(burst, this.#left + (passedMs / 1000) * perSecond);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
