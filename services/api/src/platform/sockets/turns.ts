/**
 * Long work in pieces, one a turn of the event loop and in the order in which they came: what arrives from sockets and
 * from the database is heard between two of them, and not after the last.
 */
export class Turns {
  readonly #pieces: (() => void)[] = [];
  #next: NodeJS.Immediate | null = null;

  take(piece: () => void): void {
    this.#pieces.push(piece);
    this.#next ??= setImmediate(() => this.#work());
  }

  /** What waits is not done any more. */
  close(): void {
    this.#pieces.length = 0;
    if (this.#next !== null) clearImmediate(this.#next);
    this.#next = null;
  }

  #work(): void {
    const piece = this.#pieces.shift();
    // An immediate that is asked for by another runs in the next turn.
    this.#next = this.#pieces.length === 0 ? null : setImmediate(() => this.#work());
    piece?.();
  }
}
