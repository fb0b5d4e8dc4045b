import { gzipSync } from 'node:zlib';

/** A rewind of half an hour is repetitive: the fastest level already removes nine tenths of it. */
const GZIP_LEVEL = 1;

/** A playlist as every viewer receives it. The bytes are compressed once, for the first viewer who accepts gzip. */
export class PlaylistBody {
  readonly bytes: Buffer;
  #gzipped: Buffer | null = null;

  /** @param text limited to Latin-1 */
  constructor(text: string) {
    this.bytes = Buffer.from(text, 'latin1');
  }

  get gzipped(): Buffer {
    this.#gzipped ??= gzipSync(this.bytes, { level: GZIP_LEVEL });
    return this.#gzipped;
  }
}
