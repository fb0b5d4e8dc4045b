import type { PhotoOwner } from '@sangwian/contract/rules/photo-formats';
import { PHOTO_LIMITS } from '@sangwian/contract/rules/photo-limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { createWorkGate } from '../../../platform/limits/work-gate.ts';
import { isLargeEnough, type Size } from './crop-rules.ts';

const FORMATS: readonly (string | undefined)[] = ['jpeg', 'png', 'webp'];
/** Length in pixels of the longer side of the operators' copy. */
const PREVIEW_PX = 1280;
const PREVIEW_QUALITY = 80;
const DECODE_SECONDS_MAX = 20;
/** Decoding one photo of the largest size takes 128 MB of memory. */
const RUNNING_MAX = 1;
const WAITING_MAX = 10;
const BUSY_RETRY_S = 5;

export interface DecodedPhoto extends Size {
  /** A small WebP of the complete upright image, without metadata. */
  readonly preview: Buffer;
}

const runInTurn = createWorkGate({
  runningMax: RUNNING_MAX,
  waitingMax: WAITING_MAX,
  retryAfterS: BUSY_RETRY_S,
});

/** Opens a photo upright, with limits on pixels. A damaged or truncated file rejects. */
export const openPhoto = (bytes: Uint8Array): Sharp =>
  sharp(bytes, {
    limitInputPixels: PHOTO_LIMITS.pixelsMax,
    failOn: 'error',
    autoOrient: true,
  });

/** Reads only the header, so that a huge image is refused before its pixels are decoded. */
async function readHeader(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new ApiError('picture_invalid', { cause });
  }
}

/** Returns the size after rotation. @throws {ApiError} for an image of another type or size */
function checkHeader(owner: PhotoOwner, header: Metadata): Size {
  if (!FORMATS.includes(header.format)) throw new ApiError('picture_invalid');
  if ((header.pages ?? 1) > 1) throw new ApiError('picture_animated');
  const { width, height } = header.autoOrient;
  if (Math.max(width, height) > PHOTO_LIMITS.sidePxMax || width * height > PHOTO_LIMITS.pixelsMax) {
    throw new ApiError('picture_too_large');
  }
  if (!isLargeEnough(owner, { width, height })) throw new ApiError('picture_too_small');
  return { width, height };
}

/**
 * Checks an uploaded photo by decoding it once.
 *
 * @throws {ApiError} `picture_invalid`, `picture_animated`, `picture_too_large`, `picture_too_small`; `unavailable` if
 * too many photos wait
 */
export async function decodePhoto(owner: PhotoOwner, bytes: Uint8Array): Promise<DecodedPhoto> {
  const size = checkHeader(owner, await readHeader(bytes));
  return runInTurn(async () => {
    try {
      const preview = await openPhoto(bytes)
        .timeout({ seconds: DECODE_SECONDS_MAX })
        .resize(PREVIEW_PX, PREVIEW_PX, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: PREVIEW_QUALITY })
        .toBuffer();
      return { ...size, preview };
    } catch (cause) {
      throw new ApiError('picture_invalid', { cause });
    }
  });
}
