import { LIMITS } from '@sangwian/contract/limits';
import { type Crop, squareOf } from './crop.ts';

const QUALITY = 0.9;
/** The background of transparent images: JPEG has no transparency. */
const GROUND = '#1a202b';

/**
 * Decodes a chosen file and applies the orientation from its metadata.
 *
 * @throws {DOMException} if the browser cannot decode it
 */
export const decodePicture = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' });

/** Draws the crop on a square canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.imageSmoothingQuality = 'high';
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/**
 * Returns the crop as a square JPEG of the size that the server stores.
 *
 * @throws {Error} if the browser cannot encode it
 */
export function cropToFile(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = LIMITS.avatarPx;
  canvas.height = LIMITS.avatarPx;
  drawCrop(canvas, picture, crop);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (file) => (file ? resolve(file) : reject(new Error('The picture could not be written'))),
      'image/jpeg',
      QUALITY,
    );
  });
}
