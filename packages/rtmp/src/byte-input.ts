import { RtmpClosedError } from './protocol-error.ts';

/**
 * Reads bytes from a connection: first in exact amounts (the handshake), then as they arrive (the chunks). Buffers at
 * most the requested amount and one read of the source.
 */
export class ByteInput {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Waits for exactly `count` bytes. Throws `RtmpClosedError` if the connection ends first. */
  async exactly(count: number): Promise<Buffer> {
    const pieces = [this.#held];
    let length = this.#held.length;
    while (length < count) {
      const next = await this.#source.next();
      if (next.done === true) throw new RtmpClosedError(`closed after ${length} of ${count} bytes`);
      pieces.push(next.value);
      length += next.value.length;
    }
    const bytes = Buffer.concat(pieces, length);
    this.#held = bytes.subarray(count);
    return bytes.subarray(0, count);
  }

  /** Yields the remaining input as it arrives, until the connection ends. */
  async *rest(): AsyncGenerator<Buffer, void, void> {
    if (this.#held.length > 0) yield this.#held;
    this.#held = Buffer.alloc(0);
    for (;;) {
      const next = await this.#source.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
}
