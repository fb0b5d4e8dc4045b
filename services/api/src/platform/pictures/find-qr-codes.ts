import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Sharp } from 'sharp';
import type { Pixels } from './qr-worker.ts';

const WORKER = new URL('./qr-worker.ts', import.meta.url);
const WORKER_MEGABYTES_MAX = 256;

/** Scaling of an image before the search. */
export interface QrLook {
  /** Length of the longer side of the scaled image. */
  readonly px: number;
  /** Whether a smaller image is enlarged to that size. */
  readonly enlarge: boolean;
}

/** Returns the texts of the QR codes in an image. Rejects when the signal aborts or the thread fails. */
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

/** Runs `use` with a function that finds QR codes. The function runs on a separate thread, which ends after `use`. */
export async function withQrFinder<Result>(
  signal: AbortSignal,
  use: (find: FindQrCodes) => Promise<Result>,
): Promise<Result> {
  const worker = new Worker(WORKER, {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEGABYTES_MAX },
  });
  // An `error` event without a listener would end the process, even between two searches.
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
