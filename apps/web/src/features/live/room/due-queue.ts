import type { PictureClock } from '../../../shared/in-step/picture-clock.ts';

/** A crowd's gifts of some minutes. Beyond it the oldest are never shown: their sum is in the bar all the same. */
export const DUE_QUEUE_MAX = 500;

interface Waiting<Value> {
  readonly atMs: number;
  readonly value: Value;
}

/** Lets each thing through once, when the picture has reached its moment: at once where it has already. */
export class DueQueue<Value> {
  readonly #clock: PictureClock;
  readonly #deliver: (values: readonly Value[]) => void;
  readonly #unfollow: () => void;
  #waiting: Waiting<Value>[] = [];

  constructor(clock: PictureClock, deliver: (values: readonly Value[]) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
    this.#unfollow = clock.reachedMs.subscribe(() => this.#release());
  }

  /** @param momentOf when it happened, by the server's clock */
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
    this.#unfollow();
    this.#waiting = [];
  }

  #release(): void {
    const reachedMs = this.#clock.reachedMs.get();
    const first = this.#waiting.findIndex(({ atMs }) => atMs > reachedMs);
    const due = this.#waiting.splice(0, first === -1 ? this.#waiting.length : first);
    if (due.length > 0) this.#deliver(due.map(({ value }) => value));
  }
}
