/** Remembers ids for a while, so that a repeated report counts once on this node. */
export class RecentIds {
  readonly #keepMs: number;
  readonly #max: number;
  /** Ids with the time at which they were added, the oldest first. */
  readonly #ids = new Map<string, number>();

  constructor(keepMs: number, max: number) {
    this.#keepMs = keepMs;
    this.#max = max;
  }

  /** Adds an id. Returns `false` if the id is known. */
  add(id: string, nowMs: number): boolean {
    for (const [oldest, atMs] of this.#ids) {
      if (nowMs - atMs < this.#keepMs && this.#ids.size < this.#max) break;
      this.#ids.delete(oldest);
    }
    if (this.#ids.has(id)) return false;
    this.#ids.set(id, nowMs);
    return true;
  }
}
