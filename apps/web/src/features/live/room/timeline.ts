interface Moment<Value> {
  readonly atMs: number;
  readonly value: Value;
}

/** What a value was at any moment of the picture, as far back as it is remembered. */
export class Timeline<Value> {
  readonly #max: number;
  #moments: Moment<Value>[] = [];

  /** @param max how many values are remembered */
  constructor(max: number) {
    this.#max = max;
  }

  get latest(): Value | null {
    return this.#moments.at(-1)?.value ?? null;
  }

  /** The first that is remembered. */
  get earliest(): Value | null {
    return this.#moments[0]?.value ?? null;
  }

  get moments(): readonly number[] {
    return this.#moments.map(({ atMs }) => atMs);
  }

  /** Values come in their order; of one moment the last counts. */
  push(value: Value, atMs: number): void {
    const last = this.#moments.at(-1);
    const at = last === undefined ? atMs : Math.max(atMs, last.atMs);
    if (last?.atMs === at) this.#moments.pop();
    this.#moments.push({ atMs: at, value });
    if (this.#moments.length > this.#max) this.#moments.shift();
  }

  /** The value at a moment; `null` before the first that is remembered. */
  at(atMs: number): Value | null {
    return this.#moments.findLast((moment) => moment.atMs <= atMs)?.value ?? null;
  }
}
