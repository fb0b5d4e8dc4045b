import { z } from 'zod';

/**
 * An uploaded photo that replaces a drawing. Its files are `{path}/{width}.avif` and `{path}/{width}.webp` in the
 * widths of `PHOTO_WIDTHS`. They never change, because a new photo gets a new path.
 */
export const Photo = z.object({
  path: z.string().regex(/^\/uploads\/[0-9a-f]{32}$/),
  /** The point to keep in view when the photo is cropped, in percent from the left and from the top. */
  focus_x: z.number().int().min(0).max(100),
  focus_y: z.number().int().min(0).max(100),
});
export type Photo = z.infer<typeof Photo>;
