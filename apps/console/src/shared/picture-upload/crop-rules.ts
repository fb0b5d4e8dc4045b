import type { PhotoCrop } from '@sangwian/contract/endpoints/operator/uploads';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the width of the largest crop with an aspect ratio that fits into an image. */
export const widestCrop = ({ width, height }: Size, aspect: number): number =>
  Math.floor(Math.min(width, height * aspect));

/**
 * Returns a crop of this width around a centre, moved so that the crop stays inside the image.
 *
 * @param centre in pixels of the image
 */
export function placeCrop(
  picture: Size,
  aspect: number,
  { width, x, y }: { readonly width: number; readonly x: number; readonly y: number },
): PhotoCrop {
  const w = Math.min(Math.round(width), widestCrop(picture, aspect));
  const h = Math.min(Math.round(w / aspect), picture.height);
  const inside = (wanted: number, most: number) => Math.max(0, Math.min(Math.round(wanted), most));
  return {
    left: inside(x - w / 2, picture.width - w),
    top: inside(y - h / 2, picture.height - h),
    width: w,
    height: h,
  };
}
