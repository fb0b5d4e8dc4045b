/** Looks for QR codes in raw pixels, on a thread of its own: a large picture takes a core for a while. */
import { parentPort } from 'node:worker_threads';
import { decodeQRBatch } from 'qr/decode.js';

/** Retries of one picture; the mandatory pass takes some tens of milliseconds besides. */
const RETRY_MS_MAX = 400;

/** Three bytes a pixel, red, green and blue. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

parentPort?.on('message', async (pixels: Pixels) => {
  const { width, height } = pixels;
  const [results = []] = await decodeQRBatch([pixels], {
    effort: Number.POSITIVE_INFINITY,
    timeLimit: RETRY_MS_MAX,
    maxSize: { width, height },
  });
  parentPort?.postMessage(results.filter((result) => typeof result === 'string'));
});
