/**
 * The widths of a photo's files in pixels. A fighter's portrait is shown in squares of 40
 * to 96 px on screens of up to three device pixels, and larger on share cards. A card's poster is shown from a tile on a
 * phone to the whole width of a laptop.
 */
export const PHOTO_WIDTHS = {
  fighter: [64, 128, 192, 288, 576],
  program: [400, 800, 1280, 1920],
} as const;

/** Width by height of each kind of photo. */
export const PHOTO_ASPECTS = { fighter: 1, program: 16 / 9 } as const;

export type PhotoOwner = keyof typeof PHOTO_WIDTHS;
