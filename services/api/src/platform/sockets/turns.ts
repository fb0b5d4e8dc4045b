/**
 * Runs pieces of long work in order, one in each turn of the event loop, so that events of sockets and of the database
 * are handled between two pieces.
 */
export class Turns {
  readonly #pieces: (() => void)[] = [];
  #next: NodeJS.Immediate | null = null;

  take(piece: () => void): void {
    this.#pieces.push(piece);
    this.#next ??= setImmediate(() => this.#work());
  }

  /** Discards the waiting pieces. */
  close(): void {
    this.#pieces.length = 0;
    if (this.#next !== null) clearImmediate(this.#next);
    this.#next = null;
  }

  #work(): void {
    const piece = this.#pieces.shift();
    // `setImmediate` inside an immediate runs in the next turn of the event loop.
    this.#next = this.#pieces.length === 0 ? null : setImmediate(() => this.#work());
    piece?.();
  }
}
