/** Turns RTMP's 32-bit milliseconds, which wrap every 49.7 days, into ones that run on. */
export class TimestampUnwrapper {
  #lastMs: number | null = null;

  /** Steps of up to 24.8 days to either side come out right. */
  unwrap(wireMs: number): number {
    // `| 0` reads 32 bits as signed: the shortest way there, forwards or back. A start just below zero (encoders
    // that shift by their B-frame delay) comes out as the small negative number that was meant.
    const before = this.#lastMs ?? 0;
    const now = before + ((wireMs - before) | 0);
    this.#lastMs = now;
    return now;
  }
}
