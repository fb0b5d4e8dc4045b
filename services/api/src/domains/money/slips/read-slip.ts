import { readSlipQr, type SlipQr } from '@sangwian/money/slip-qr';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Sharp } from 'sharp';
import { decodePicture } from '../../../platform/pictures/decode-picture.ts';
import { type FindQrCodes, withQrFinder } from '../../../platform/pictures/find-qr-codes.ts';

/** Longer side of a stored picture: small print stays readable. */
const KEPT_PX_MAX = 2_000;
const QUALITY = 85;
/**
 * Sizes that are scanned for the QR code, in this order: most slips are screenshots, a photograph taken from afar needs
 * more pixels, and a thumbnail has to be enlarged.
 */
const SCAN_SIZES = [
  { px: 1_400, enlarge: false },
  { px: 3_200, enlarge: false },
  { px: 2_000, enlarge: true },
] as const;
/** Time for all scans; a slower picture counts as one without a code. */
const SCAN_MS_MAX = 8_000;

/** The stored form of a slip with its QR code; `null` if it has no readable code. */
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

/** Scans a slip. A failure counts as a slip without a code, since the picture itself could be decoded. */
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
 * Re-encodes a slip's picture and reads its QR code, also from scaled, rotated or blurred pictures.
 *
 * @throws {ApiError} `picture_invalid` unless the bytes are a decodable JPEG, PNG or WebP of an allowed size
 */
export const readSlip = (bytes: Uint8Array, logger: Logger): Promise<ReadSlip> =>
  decodePicture(bytes, async (open) => ({
    picture: await open()
      .resize(KEPT_PX_MAX, KEPT_PX_MAX, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer(),
    qr: await findSlipQr(open, logger),
  }));
