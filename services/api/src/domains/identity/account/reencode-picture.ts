import { LIMITS } from '@sangwian/contract/limits';
import { decodePicture } from '../../../platform/pictures/decode-picture.ts';

const QUALITY = 82;

/**
 * Re-encodes an uploaded image as an upright square WebP without metadata (location, time, device).
 *
 * @throws {ApiError} `picture_invalid` unless the bytes are a decodable JPEG, PNG or WebP of an allowed size
 */
export const reencodePicture = (bytes: Uint8Array): Promise<Buffer> =>
  decodePicture(bytes, (open) =>
    open()
      .resize(LIMITS.avatarPx, LIMITS.avatarPx, { fit: 'cover', position: 'attention' })
      .webp({ quality: QUALITY })
      .toBuffer(),
  );
