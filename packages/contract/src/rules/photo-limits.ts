/** Limits of uploaded photos. Apart from `LIMITS`, which every page of fans loads. */
export const PHOTO_LIMITS = {
  /** A camera's JPEG of 24 megapixels in its best quality. */
  bytesMax: 16 * 1024 * 1024,
  /** Longest side of a photo. Cameras of 24 megapixels have 6 000. */
  sidePxMax: 8_000,
  /** A decoded pixel takes four bytes, so one photo takes up to 128 MB. */
  pixelsMax: 32_000_000,
} as const;
