import { LIMITS } from '@sangwian/contract/limits';
import { decodePicture } from '../../../platform/pictures/decode-picture.ts';

const QUALITY = 82;

/**
 * A member's picture as it is kept: decoded and made anew as a square WebP, upright, without what cameras write into
 * their files (place, time, device).
 *
 * @throws {ApiError} `picture_invalid` for anything but a JPEG, PNG or WebP that can be decoded and is not too large
 */
export const reencodePicture = (bytes: Uint8Array): Promise<Buffer> =>
  decodePicture(bytes, (open) =>
    open()
      .resize(LIMITS.avatarPx, LIMITS.avatarPx, { fit: 'cover', position: 'attention' })
      .webp({ quality: QUALITY })
      .toBuffer(),
  );
