import type { SharedHolds } from './shared-holds.ts';

/**
 * Limits how many slots are held per key, on this node and, with Redis, on all nodes together. Keys without slots take
 * no memory.
 */
export class HeldCounts {
  readonly #max: number;
  readonly #counts: Map<string, number>;
  readonly #shared: SharedHolds | null;

  /**
   * @param max limit for one key; 0 means no limit
   * @param shared adds `counts` to the counts of other nodes
   */
  constructor(max: number, counts = new Map<string, number>(), shared: SharedHolds | null = null) {
    this.#max = max;
    this.#counts = counts;
    this.#shared = shared;
  }

  isFull(key: string): boolean {
    if (this.#max === 0) return false;
    return (this.#counts.get(key) ?? 0) >= this.#max || this.#shared?.isFull(key) === true;
  }

  /**
   * Takes one slot.
   *
   * @param evict called if the nodes together hold too many slots; it has to cause a call of the release function
   * @returns an idempotent release function; `null` if the limit is reached
   */
  hold(key: string, evict: () => void = () => {}): (() => void) | null {
    if (this.isFull(key)) return null;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#shared?.add(key, evict);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const remaining = (this.#counts.get(key) ?? 1) - 1;
      if (remaining > 0) this.#counts.set(key, remaining);
      else this.#counts.delete(key);
      this.#shared?.remove(key, evict);
    };
  }
}
