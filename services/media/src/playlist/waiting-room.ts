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
  #waiters: Waiter[] = [];

  get size(): number {
    return this.#waiters.length;
  }

  add(waiter: Waiter): void {
    this.#waiters.push(waiter);
  }

  /** Something has changed: whoever waited for it is answered. */
  wake(): void {
    const waiting = this.#waiters;
    if (waiting.length === 0) return;
    this.#waiters = [];
    for (const waiter of waiting) {
      if (!waiter.attempt()) this.#waiters.push(waiter);
    }
  }

  /** Answers those whose time is over. */
  expire(nowMs: number): void {
    const waiting = this.#waiters;
    if (waiting.length === 0) return;
    this.#waiters = [];
    for (const waiter of waiting) {
      if (waiter.deadlineMs <= nowMs) waiter.giveUp();
      else this.#waiters.push(waiter);
    }
  }
}
