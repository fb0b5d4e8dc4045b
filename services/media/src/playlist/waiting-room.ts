/** A request that waits for a new part of the stream. */
export interface Waiter {
  /** Elapsed time at which the request gets a response at the latest. */
  readonly deadlineMs: number;
  /** Responds if possible, and returns whether it did. */
  attempt(): boolean;
  /** Responds at the deadline with the current state. */
  giveUp(): void;
}

/**
 * Waiting requests of one track. Each gets exactly one response. `Rendition` calls `wake` after each new part, and
 * `Channels` calls `expire` every 250 ms.
 */
export class WaitingRoom {
  readonly #waiters = new Set<Waiter>();

  get size(): number {
    return this.#waiters.size;
  }

  add(waiter: Waiter): void {
    this.#waiters.add(waiter);
  }

  /** Removes the request of a disconnected client. Returns `false` if it already got its response. */
  remove(waiter: Waiter): boolean {
    return this.#waiters.delete(waiter);
  }

  /** Retries every waiting request after a change. */
  wake(): void {
    for (const waiter of this.#waiters) {
      if (waiter.attempt()) this.#waiters.delete(waiter);
    }
  }

  /** Responds to the requests whose deadline has passed. */
  expire(nowMs: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.deadlineMs > nowMs) continue;
      this.#waiters.delete(waiter);
      waiter.giveUp();
    }
  }
}
