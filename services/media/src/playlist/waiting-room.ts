/** A request that waits for a new part of the stream. */
export interface Waiter {
  /** Latest time of the answer, as elapsed time of the clock. */
  readonly deadlineMs: number;
  /** Answers the request if possible, and returns whether it did. */
  attempt(): boolean;
  /** Answers at the deadline with the current state. */
  giveUp(): void;
}

/** Waiting requests of one track; each is answered once. */
export class WaitingRoom {
  readonly #waiters = new Set<Waiter>();

  get size(): number {
    return this.#waiters.size;
  }

  add(waiter: Waiter): void {
    this.#waiters.add(waiter);
  }

  /** Removes a disconnected request; returns `false` if it was already answered. */
  remove(waiter: Waiter): boolean {
    return this.#waiters.delete(waiter);
  }

  /** Retries every waiting request after a change. */
  wake(): void {
    for (const waiter of this.#waiters) {
      if (waiter.attempt()) this.#waiters.delete(waiter);
    }
  }

  /** Answers requests past their deadlines. */
  expire(nowMs: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.deadlineMs > nowMs) continue;
      this.#waiters.delete(waiter);
      waiter.giveUp();
    }
  }
}
