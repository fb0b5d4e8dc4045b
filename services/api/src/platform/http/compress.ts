import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip';

/** Returns the best supported encoding of `Accept-Encoding`. Only `q=0` is evaluated. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | null {
  const accepted = new Set<string>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...options] = part.split(';').map((text) => text.trim());
    if (!options.some((option) => /^q=0(\.0*)?$/.test(option))) accepted.add(name);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : null;
}

export interface Effort {
  readonly brotli: number;
  readonly gzip: number;
}

/** Effort for public responses, which are compressed once for many callers. */
export const QUICK: Effort = { brotli: 5, gzip: 5 };
/** Effort for private responses: most of the gain at a fraction of the cost. */
export const CHEAP: Effort = { brotli: 1, gzip: 1 };
export const THOROUGH: Effort = { brotli: 10, gzip: 9 };

/** Compresses on the thread pool. */
export function compress(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return zip(body, { level: effort.gzip });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Compresses a stream on the thread pool while the stream is read. An error of one stream ends both streams. */
export function compressStream(source: Readable, encoding: Encoding, effort: Effort): Readable {
  const encoder =
    encoding === 'gzip'
      ? createGzip({ level: effort.gzip })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: effort.brotli } });
  // The reader of the encoder receives the error.
  return pipeline(source, encoder, () => undefined);
}
