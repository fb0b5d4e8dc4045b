/** The natural size of an image in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A square of an image: its centre in the image's pixels, and the zoom. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  /** From 1 (the largest square) to `ZOOM_MAX`. */
  readonly zoom: number;
}

export const ZOOM_MAX = 4;

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);

const sideOf = ({ width, height }: PictureSize, zoom: number): number =>
  Math.min(width, height) / zoom;

/** Returns the square that a crop selects, in the image's pixels. */
export function squareOf(
  picture: PictureSize,
  { x, y, zoom }: Crop,
): { readonly left: number; readonly top: number; readonly side: number } {
  const side = sideOf(picture, zoom);
  return { left: x - side / 2, top: y - side / 2, side };
}

/** Returns the nearest crop that is completely within the image. */
export function fitCrop(picture: PictureSize, { x, y, zoom: requested }: Crop): Crop {
  const zoom = clamp(requested, 1, ZOOM_MAX);
  const half = sideOf(picture, zoom) / 2;
  return {
    x: clamp(x, half, picture.width - half),
    y: clamp(y, half, picture.height - half),
    zoom,
  };
}

/** Returns the largest square in the middle. */
export const wholeCrop = ({ width, height }: PictureSize): Crop => ({
  x: width / 2,
  y: height / 2,
  zoom: 1,
});

/** Moves the image below the square by fractions of the square's side. Right and down are positive. */
export function pushCrop(
  picture: PictureSize,
  crop: Crop,
  push: { readonly right: number; readonly down: number },
): Crop {
  const side = sideOf(picture, crop.zoom);
  return fitCrop(picture, {
    x: crop.x - push.right * side,
    y: crop.y - push.down * side,
    zoom: crop.zoom,
  });
}
