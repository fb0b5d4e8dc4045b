/** Finds QR codes in raw pixels. Runs on a separate thread, because a large image occupies a core for a while. */
import { parentPort } from 'node:worker_threads';
import { decodeQRBatch } from 'qr/decode.js';

/** Time for retries of one image, in addition to the first pass of some tens of milliseconds. */
const RETRY_MS_MAX = 400;

/** RGB, three bytes per pixel. */
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
