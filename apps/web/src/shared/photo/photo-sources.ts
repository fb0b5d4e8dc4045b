import type { Photo } from '@sangwian/contract/endpoints/photo';
import { PHOTO_FORMATS, type PhotoOwner } from '@sangwian/contract/rules/photo-formats';

/** An uploaded picture at the place where it is shown. */
export interface ShownPhoto {
  readonly photo: Photo;
  readonly owner: PhotoOwner;
  /** The width at which the page shows it, as in `<img sizes>`. */
  readonly sizes: string;
}

/** Returns the `srcset` of all widths of a photo. */
export const srcSetOf = (
  { photo, owner }: Omit<ShownPhoto, 'sizes'>,
  format: 'avif' | 'webp',
): string =>
  PHOTO_FORMATS[owner].widths.map((width) => `${photo.path}/${width}.${format} ${width}w`).join();
