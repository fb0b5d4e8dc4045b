/** Reads bits and Exp-Golomb numbers, highest bit first. Returns zeros past the end and then sets `overrun`. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get overrun(): boolean {
    return this.#position > this.#bytes.length * 8;
  }

  /** Number of bits that were read. */
  get position(): number {
    return this.#position;
  }

  bit(): number {
    const byte = this.#bytes[this.#position >> 3] ?? 0;
    const value = (byte >> (7 - (this.#position & 7))) & 1;
    this.#position += 1;
    return value;
  }

  /** Reads up to 32 bits as an unsigned number. */
  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + this.bit();
    return value;
  }

  /** Reads ue(v), ITU-T H.264, 9.1. */
  unsigned(): number {
    let zeros = 0;
    while (zeros < 32 && !this.overrun && this.bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** Reads se(v), ITU-T H.264, 9.1.1. */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}
