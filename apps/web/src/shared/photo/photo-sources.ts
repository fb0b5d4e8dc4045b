import type { Photo } from '@sangwian/contract/endpoints/photo';
import { PHOTO_WIDTHS, type PhotoOwner } from '@sangwian/contract/rules/photo-formats';

/** An uploaded photo with the size at which a page shows it. */
export interface ShownPhoto {
  readonly photo: Photo;
  readonly owner: PhotoOwner;
  /** The width at which the page shows it, as in `<img sizes>`. */
  readonly sizes: string;
}

/** Returns the `srcset` of all widths of a photo. */
export const srcSetOf = (path: string, owner: PhotoOwner, format: string): string =>
  PHOTO_WIDTHS[owner].map((width) => `${path}/${width}.${format} ${width}w`).join();
