import type { PictureClock } from '../../../shared/in-step/picture-clock.ts';

/**
 * Holds some minutes of a crowd's gifts. Older gifts are dropped without being shown, but the cheer bar counts them.
 */
export const DUE_QUEUE_MAX = 500;

interface QueuedValue<Value> {
  readonly atMs: number;
  readonly value: Value;
}

/** Delays values until the video reaches the time at which they happened, and delivers each value once. */
export class DueQueue<Value> {
  readonly #clock: PictureClock;
  readonly #deliver: (values: readonly Value[]) => void;
  readonly #unsubscribe: () => void;
  #waiting: QueuedValue<Value>[] = [];

  constructor(clock: PictureClock, deliver: (values: readonly Value[]) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
    this.#unsubscribe = clock.reachedMs.subscribe(() => this.#release());
  }

  /** @param momentOf returns the time of a value by the server's clock */
  push(values: readonly Value[], momentOf: (value: Value) => number): void {
    for (const value of values) {
      const atMs = momentOf(value);
      const after = this.#waiting.findLastIndex((one) => one.atMs <= atMs);
      this.#waiting.splice(after + 1, 0, { value, atMs });
    }
    this.#release();
    this.#waiting.splice(0, this.#waiting.length - DUE_QUEUE_MAX);
  }

  close(): void {
    this.#unsubscribe();
    this.#waiting = [];
  }

  #release(): void {
    const reachedMs = this.#clock.reachedMs.get();
    const first = this.#waiting.findIndex(({ atMs }) => atMs > reachedMs);
    const due = this.#waiting.splice(0, first === -1 ? this.#waiting.length : first);
    if (due.length > 0) this.#deliver(due.map(({ value }) => value));
  }
}
