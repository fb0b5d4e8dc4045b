import { LIMITS } from '@sangwian/contract/limits';
import { type Crop, squareOf } from './crop.ts';

const QUALITY = 0.9;
/** Behind a picture with transparent parts; JPEG has none. */
const GROUND = '#1a202b';

/**
 * Decodes a file that was chosen, upright as its camera held it.
 *
 * @throws {DOMException} where the browser finds no picture in it
 */
export const decodePicture = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' });

/** Fills a square canvas with the part of the picture that is taken. */
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
 * The part that is taken as a file to send: square, as large as it is kept.
 *
 * @throws {Error} where the browser cannot make one
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
