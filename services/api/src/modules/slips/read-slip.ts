import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { readSlipQr, type SlipQr } from '@sangwian/money/slip-qr';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Sharp } from 'sharp';
import { decodePicture } from '../../decode-picture.ts';
import type { Pixels } from './qr-worker.ts';

/** What an operator still reads the small print of. */
const KEPT_PX_MAX = 2_000;
const QUALITY = 85;
/**
 * The longer side that is looked for a code in, one after the other: most slips are screenshots; of a photograph with
 * the slip far away more is looked at; and a thumbnail has to be enlarged before its modules are found.
 */
const LOOKS = [
  { px: 1_400, enlarge: false },
  { px: 3_200, enlarge: false },
  { px: 2_000, enlarge: true },
] as const;
/** All looks together; a picture that takes longer goes to an operator as one without a code. */
const LOOKING_MS_MAX = 4_000;
const WORKER_MEGABYTES_MAX = 256;

const WORKER = new URL('./qr-worker.ts', import.meta.url);

/** A slip as it is kept, and what its small QR code says; `null` where none can be read. */
export interface ReadSlip {
  /** WebP. */
  readonly picture: Buffer;
  readonly qr: SlipQr | null;
}

async function toPixels(
  open: () => Sharp,
  { px, enlarge }: (typeof LOOKS)[number],
): Promise<Pixels> {
  const { data, info } = await open()
    .flatten({ background: '#fff' })
    .resize(px, px, { fit: 'inside', withoutEnlargement: !enlarge })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** The texts of the codes in these pixels. Rejects when the time is over, or the worker fails. */
async function findCodes(worker: Worker, pixels: Pixels, signal: AbortSignal): Promise<string[]> {
  const answered = once(worker, 'message', { signal });
  worker.postMessage(pixels, [pixels.data.buffer as ArrayBuffer]);
  const [texts] = await answered;
  return texts as string[];
}

async function lookForSlipQr(
  worker: Worker,
  open: () => Sharp,
  signal: AbortSignal,
): Promise<SlipQr | null> {
  for (const look of LOOKS) {
    const texts = await findCodes(worker, await toPixels(open, look), signal);
    // A slip may carry an advertisement's code as well.
    const found = texts.map(readSlipQr).find((qr) => qr !== null);
    if (found !== undefined) return found;
  }
  return null;
}

/** What goes wrong here goes to an operator as a slip without a code: the picture itself could be decoded. */
async function findSlipQr(open: () => Sharp, logger: Logger): Promise<SlipQr | null> {
  const worker = new Worker(WORKER, {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEGABYTES_MAX },
  });
  // Somebody has to listen also between two looks, or the failure of the thread would be that of the process.
  worker.on('error', () => undefined);
  try {
    return await lookForSlipQr(worker, open, AbortSignal.timeout(LOOKING_MS_MAX));
  } catch (err) {
    logger.warn({ err }, 'a slip could not be looked through');
    return null;
  } finally {
    await worker.terminate();
  }
}

/**
 * Makes a slip's picture anew, as it is kept, and reads the small QR code in it: scaled, turned or blurred as phones
 * make it.
 *
 * @throws {ApiError} `picture_invalid` for anything but a JPEG, PNG or WebP that can be decoded and is not too large
 */
export const readSlip = (bytes: Uint8Array, logger: Logger): Promise<ReadSlip> =>
  decodePicture(bytes, async (open) => ({
    picture: await open()
      .resize(KEPT_PX_MAX, KEPT_PX_MAX, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer(),
    qr: await findSlipQr(open, logger),
  }));
