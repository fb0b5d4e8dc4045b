import { createHash } from 'node:crypto';
import type { PhotoCrop } from '@sangwian/contract/endpoints/operator/uploads';
import {
  PHOTO_ASPECTS,
  PHOTO_WIDTHS,
  type PhotoOwner,
} from '@sangwian/contract/rules/photo-formats';
import { openPhoto } from './decode-photo.ts';

/** AVIF and WebP look alike at these two qualities. */
const QUALITY = { avif: 55, webp: 80 } as const;
/** Half the default effort, so that a poster takes seconds instead of a minute. */
const AVIF_EFFORT = 3;
const FILE_SECONDS_MAX = 120;

export interface EncodedPhoto {
  /** Hash of all files. */
  readonly folder: string;
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** The first 128 bits of a SHA-256, which name a folder. */
export const folderOf = (...parts: readonly (Uint8Array | string)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
};

/** Encodes a crop in every width and format, without metadata. */
export async function encodePhoto(
  owner: PhotoOwner,
  original: Uint8Array,
  crop: PhotoCrop,
): Promise<EncodedPhoto> {
  const aspect = PHOTO_ASPECTS[owner];
  const files: { name: string; bytes: Buffer }[] = [];
  for (const width of PHOTO_WIDTHS[owner]) {
    const pixels = openPhoto(original)
      .extract(crop)
      .resize(width, Math.round(width / aspect), { fit: 'cover' })
      // Transparent pixels become dark, like the page behind the photo.
      .flatten({ background: '#0a0c10' })
      .toColourspace('srgb')
      .timeout({ seconds: FILE_SECONDS_MAX });
    files.push(
      {
        name: `${width}.avif`,
        bytes: await pixels.clone().avif({ quality: QUALITY.avif, effort: AVIF_EFFORT }).toBuffer(),
      },
      {
        name: `${width}.webp`,
        bytes: await pixels.clone().webp({ quality: QUALITY.webp }).toBuffer(),
      },
    );
  }
  return { folder: folderOf(...files.map(({ bytes }) => bytes)), files };
}
