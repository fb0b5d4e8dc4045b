interface Moment<Value> {
  readonly atMs: number;
  readonly value: Value;
}

/** The history of a value: returns the value at any remembered time. */
export class Timeline<Value> {
  readonly #max: number;
  #moments: Moment<Value>[] = [];

  /** @param max maximum number of remembered values */
  constructor(max: number) {
    this.#max = max;
  }

  get latest(): Value | null {
    return this.#moments.at(-1)?.value ?? null;
  }

  get earliest(): Value | null {
    return this.#moments[0]?.value ?? null;
  }

  get moments(): readonly number[] {
    return this.#moments.map(({ atMs }) => atMs);
  }

  /** Adds the next value. A second value at the same time replaces the first. */
  push(value: Value, atMs: number): void {
    const last = this.#moments.at(-1);
    const at = last === undefined ? atMs : Math.max(atMs, last.atMs);
    if (last?.atMs === at) this.#moments.pop();
    this.#moments.push({ atMs: at, value });
    if (this.#moments.length > this.#max) this.#moments.shift();
  }

  /** Returns the value at a given time; `null` before the earliest remembered value. */
  at(atMs: number): Value | null {
    return this.#moments.findLast((moment) => moment.atMs <= atMs)?.value ?? null;
  }
}
