import { readSlipQr, type SlipQr } from '@sangwian/money/slip-qr';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Sharp } from 'sharp';
import { decodePicture } from '../../../platform/pictures/decode-picture.ts';
import { type FindQrCodes, withQrFinder } from '../../../platform/pictures/find-qr-codes.ts';

/** Maximum length of the longer side of a stored image, at which small print stays readable. */
const KEPT_PX_MAX = 2_000;
const QUALITY = 85;
/**
 * The sizes that are scanned for the QR code, in this order. Most slips are screenshots. A photograph taken
 * from a distance needs more pixels, and a thumbnail must be enlarged.
 */
const SCAN_SIZES = [
  { px: 1_400, enlarge: false },
  { px: 3_200, enlarge: false },
  { px: 2_000, enlarge: true },
] as const;
/** Timeout of all scans together. An image that takes longer counts as an image without a code. */
const SCAN_MS_MAX = 8_000;

/** The image of a slip to store, and its QR code; `qr` is `null` if no code is readable. */
export interface ReadSlip {
  /** WebP. */
  readonly picture: Buffer;
  readonly qr: SlipQr | null;
}

async function scanForSlipQr(find: FindQrCodes, open: () => Sharp): Promise<SlipQr | null> {
  for (const size of SCAN_SIZES) {
    const texts = await find(open(), size);
    // A slip may also show the code of an advertisement.
    const found = texts.map(readSlipQr).find((qr) => qr !== null);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Scans a slip for its QR code. After a failure the slip counts as a slip without a code, since the image
 * itself could be decoded.
 */
async function findSlipQr(open: () => Sharp, logger: Logger): Promise<SlipQr | null> {
  try {
    return await withQrFinder(AbortSignal.timeout(SCAN_MS_MAX), (find) =>
      scanForSlipQr(find, open),
    );
  } catch (err) {
    logger.warn({ err }, 'slip scan failed');
    return null;
  }
}

/**
 * Re-encodes the image of a slip and reads its QR code, even if the image is scaled, rotated or blurred.
 *
 * @throws {ApiError} `picture_invalid` if the bytes are not a decodable JPEG, PNG or WebP of an allowed size
 */
export const readSlip = (bytes: Uint8Array, logger: Logger): Promise<ReadSlip> =>
  decodePicture(bytes, async (open) => ({
    picture: await open()
      .resize(KEPT_PX_MAX, KEPT_PX_MAX, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer(),
    qr: await findSlipQr(open, logger),
  }));
