import { MalformedMediaError } from './media-error.ts';

/** Reads bits, the most significant first. Throws `MalformedMediaError` past the end. */
export class BitReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get bitsLeft(): number {
    return this.#bytes.length * 8 - this.#position;
  }

  /** The next `count` (0 to 32) bits as an unsigned number. */
  read(count: number): number {
    if (count > this.bitsLeft) throw new MalformedMediaError('a bit field is cut off');
    let value = 0;
    for (let read = 0; read < count; read += 1) {
      const byte = this.#bytes[this.#position >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#position & 7))) & 1);
      this.#position += 1;
    }
    return value;
  }
}
