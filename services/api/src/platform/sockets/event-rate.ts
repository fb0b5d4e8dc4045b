/** Rate limits of one connection. */
export const EVENT_RATES = {
  /** Events with an acknowledgement. A page sends a few when it opens, and then an occasional chat message. */
  events: { burst: 20, perSecond: 5 },
  /**
   * Packets of any kind, including invalid ones. Our pages never exceed this rate. A connection that exceeds it is
   * closed.
   */
  packets: { burst: 120, perSecond: 20 },
  /**
   * Events that are refused before they have an effect (`refused-events.ts`). Our pages send none. A page of an older
   * version may send a heartbeat every 15 s that is refused, which is a third of the refill rate.
   */
  refused: { burst: 40, perSecond: 0.2 },
} as const;

/** A bucket of `burst` tokens that is refilled by `perSecond`. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** The token bucket of one connection. */
export class RateBucket {
  readonly #rate: Rate;
  #left: number;
  #atMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#atMs = nowMs;
  }

  /** Takes one token. Returns whether a token was available. A clock that jumps back refills nothing. */
  take(nowMs: number): boolean {
    const elapsedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = nowMs;
    const { burst, perSecond } = this.#rate;
    this.#left = Math.min(burst, this.#left + (elapsedMs / 1000) * perSecond);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
