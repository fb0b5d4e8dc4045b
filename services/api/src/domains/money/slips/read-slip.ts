import { readSlipQr, type SlipQr } from '@sangwian/money/slip-qr';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Sharp } from 'sharp';
import { decodePicture } from '../../../platform/pictures/decode-picture.ts';
import { type FindQrCodes, withQrFinder } from '../../../platform/pictures/find-qr-codes.ts';

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
const LOOKING_MS_MAX = 8_000;

/** A slip as it is kept, and what its small QR code says; `null` where none can be read. */
export interface ReadSlip {
  /** WebP. */
  readonly picture: Buffer;
  readonly qr: SlipQr | null;
}

async function lookForSlipQr(find: FindQrCodes, open: () => Sharp): Promise<SlipQr | null> {
  for (const look of LOOKS) {
    const texts = await find(open(), look);
    // A slip may carry an advertisement's code as well.
    const found = texts.map(readSlipQr).find((qr) => qr !== null);
    if (found !== undefined) return found;
  }
  return null;
}

/** What goes wrong here goes to an operator as a slip without a code: the picture itself could be decoded. */
async function findSlipQr(open: () => Sharp, logger: Logger): Promise<SlipQr | null> {
  try {
    return await withQrFinder(AbortSignal.timeout(LOOKING_MS_MAX), (find) =>
      lookForSlipQr(find, open),
    );
  } catch (err) {
    logger.warn({ err }, 'a slip could not be looked through');
    return null;
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
