/** Converts RTMP's 32-bit milliseconds, which wrap every 49.7 days, to a continuous timeline. */
export class TimestampUnwrapper {
  #lastMs: number | null = null;

  /** Returns the unwrapped time; correct for steps of up to 24.8 days in either direction. */
  unwrap(wireMs: number): number {
    // `| 0` makes the difference a signed 32-bit number, the shortest distance in either direction. Encoders that shift
    // times by their B-frame delay may start just below zero, which becomes a small negative number here.
    const before = this.#lastMs ?? 0;
    const now = before + ((wireMs - before) | 0);
    this.#lastMs = now;
    return now;
  }
}
