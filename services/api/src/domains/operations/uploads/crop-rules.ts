import type { PhotoCrop } from '@sangwian/contract/endpoints/operator/uploads';
import { PHOTO_ASPECTS, type PhotoOwner } from '@sangwian/contract/rules/photo-formats';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The smallest crop. A smaller crop would be enlarged at the largest size on a phone. */
const CROP_WIDTH_PX_MIN = { fighter: 288, program: 1280 } as const;
/** Tolerance of the aspect ratio: pointers and rounding are off by a pixel or two. */
const SHAPE_TOLERANCE_PX = 2;
/** The default position of a crop is towards the top, because faces are in the upper half of a portrait. */
const PORTRAIT_TOP_SHARE = 0.25;

/**
 * Returns the largest crop of a kind of photo: centred horizontally, and in a tall image towards the top, where faces
 * are.
 */
export function largestCrop(owner: PhotoOwner, { width, height }: Size): PhotoCrop {
  const aspect = PHOTO_ASPECTS[owner];
  const cropWidth = Math.min(width, Math.round(height * aspect));
  const cropHeight = Math.min(height, Math.round(width / aspect));
  return {
    left: Math.floor((width - cropWidth) / 2),
    top: Math.floor((height - cropHeight) * PORTRAIT_TOP_SHARE),
    width: cropWidth,
    height: cropHeight,
  };
}

/** Whether an image is large enough for a kind of photo. */
export const isLargeEnough = (owner: PhotoOwner, size: Size): boolean =>
  largestCrop(owner, size).width >= CROP_WIDTH_PX_MIN[owner];

/** Whether a crop is inside the image, is large enough, and has the aspect ratio of its kind of photo. */
export function isCropAllowed(owner: PhotoOwner, crop: PhotoCrop, size: Size): boolean {
  const aspect = PHOTO_ASPECTS[owner];
  return (
    crop.left + crop.width <= size.width &&
    crop.top + crop.height <= size.height &&
    crop.width >= CROP_WIDTH_PX_MIN[owner] &&
    Math.abs(crop.width - crop.height * aspect) <= SHAPE_TOLERANCE_PX
  );
}
