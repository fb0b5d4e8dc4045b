/** `RIFF` and the length of the rest. */
const HEAD_BYTES = 8;
const MAGIC = 'RIFF';

/** Splits a stream of WebP files, each of which states its length. */
export class WebpReader {
  #bytes: Buffer = Buffer.alloc(0);

  /** Returns the files completed by `bytes`. @throws if the data is not a WebP file, or longer than `bytesMax` */
  push(bytes: Buffer, bytesMax: number): Buffer[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    const files: Buffer[] = [];
    while (this.#bytes.length >= HEAD_BYTES) {
      const length = HEAD_BYTES + this.#bytes.readUInt32LE(4);
      if (this.#bytes.toString('latin1', 0, 4) !== MAGIC || length > bytesMax) {
        throw new Error('no WebP file, or too long');
      }
      if (this.#bytes.length < length) break;
      files.push(Buffer.from(this.#bytes.subarray(0, length)));
      this.#bytes = this.#bytes.subarray(length);
    }
    return files;
  }
}
