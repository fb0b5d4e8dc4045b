/**
 * The shape of each kind of photo and the widths of its files in pixels. A fighter's portrait is shown in squares of 40
 * to 96 px on screens of up to three device pixels, and larger on share cards. A card's poster is shown from a tile on a
 * phone to the whole width of a laptop.
 */
export const PHOTO_FORMATS = {
  fighter: { aspect: 1, widths: [64, 128, 192, 288, 576] },
  program: { aspect: 16 / 9, widths: [400, 800, 1280, 1920] },
} as const;

export type PhotoOwner = keyof typeof PHOTO_FORMATS;
