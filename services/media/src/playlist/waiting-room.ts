/** A request that waits for the stream to get on. */
export interface Waiter {
  /** When it is answered whatever has come; on the room's clock. */
  readonly deadlineMs: number;
  /** Answers where it can now be answered, and says whether it was. */
  attempt(): boolean;
  /** Its time is over: answers with what there is. */
  giveUp(): void;
}

/** Requests of one channel that wait; each is answered once. */
export class WaitingRoom {
  readonly #waiters = new Set<Waiter>();

  get size(): number {
    return this.#waiters.size;
  }

  add(waiter: Waiter): void {
    this.#waiters.add(waiter);
  }

  /** Forgets one who has left; `false` where it was answered before. */
  remove(waiter: Waiter): boolean {
    return this.#waiters.delete(waiter);
  }

  /** Something has changed: whoever waited for it is answered. */
  wake(): void {
    for (const waiter of this.#waiters) {
      if (waiter.attempt()) this.#waiters.delete(waiter);
    }
  }

  /** Answers those whose time is over. */
  expire(nowMs: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.deadlineMs > nowMs) continue;
      this.#waiters.delete(waiter);
      waiter.giveUp();
    }
  }
}
