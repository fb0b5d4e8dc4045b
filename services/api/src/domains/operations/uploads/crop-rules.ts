import type { PhotoCrop } from '@sangwian/contract/endpoints/operator/uploads';
import { PHOTO_ASPECTS, type PhotoOwner } from '@sangwian/contract/rules/photo-formats';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The smallest crop, so that the largest size on a phone's page is not enlarged. */
const CROP_WIDTH_PX_MIN = { fighter: 288, program: 1280 } as const;
/** Pointers and rounding miss the exact shape by a pixel or two. */
const SHAPE_TOLERANCE_PX = 2;
/** Faces are in the upper half of a portrait. */
const PORTRAIT_TOP_SHARE = 0.25;

/** Returns the largest crop of a kind of photo: centred, and in a tall picture towards the top, where faces are. */
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

/** Whether a picture is large enough for a kind of photo. */
export const isLargeEnough = (owner: PhotoOwner, size: Size): boolean =>
  largestCrop(owner, size).width >= CROP_WIDTH_PX_MIN[owner];

/** Whether a crop lies in the picture, is large enough, and has the shape of its kind. */
export function isCropAllowed(owner: PhotoOwner, crop: PhotoCrop, size: Size): boolean {
  const aspect = PHOTO_ASPECTS[owner];
  return (
    crop.left + crop.width <= size.width &&
    crop.top + crop.height <= size.height &&
    crop.width >= CROP_WIDTH_PX_MIN[owner] &&
    Math.abs(crop.width - crop.height * aspect) <= SHAPE_TOLERANCE_PX
  );
}
