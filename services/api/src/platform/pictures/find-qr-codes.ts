import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Sharp } from 'sharp';
import type { Pixels } from './qr-worker.ts';

const WORKER = new URL('./qr-worker.ts', import.meta.url);
const WORKER_MEGABYTES_MAX = 256;

/** How a picture is scaled before the search. */
export interface QrLook {
  /** The longer side of the scaled picture. */
  readonly px: number;
  /** Whether a smaller picture is enlarged to that size. */
  readonly enlarge: boolean;
}

/** Returns the texts of the codes in a picture. Rejects when the signal aborts or the thread fails. */
export type FindQrCodes = (picture: Sharp, look: QrLook) => Promise<string[]>;

async function toPixels(picture: Sharp, { px, enlarge }: QrLook): Promise<Pixels> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .resize(px, px, { fit: 'inside', withoutEnlargement: !enlarge })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** Runs `use` with a finder of QR codes, which works on a thread of its own until `use` has ended. */
export async function withQrFinder<Result>(
  signal: AbortSignal,
  use: (find: FindQrCodes) => Promise<Result>,
): Promise<Result> {
  const worker = new Worker(WORKER, {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEGABYTES_MAX },
  });
  // An `error` event without a listener would end the process, also between two searches.
  worker.on('error', () => undefined);
  try {
    return await use(async (picture, look) => {
      const pixels = await toPixels(picture, look);
      const answered = once(worker, 'message', { signal });
      worker.postMessage(pixels, [pixels.data.buffer as ArrayBuffer]);
      const [texts] = await answered;
      return texts as string[];
    });
  } finally {
    await worker.terminate();
  }
}
