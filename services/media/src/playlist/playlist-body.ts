import { gzipSync } from 'node:zlib';

/**
 * Level of gzip. Playlists are repetitive: even the fastest level removes nine tenths of a playlist of half an hour.
 */
const GZIP_LEVEL = 1;

/**
 * The body of a playlist, which is the same for all viewers. It is compressed once, on the first request that accepts
 * gzip.
 */
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
