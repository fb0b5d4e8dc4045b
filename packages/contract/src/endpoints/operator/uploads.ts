import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { PHOTO_LIMITS } from '../../rules/photo-limits.ts';
import { Photo } from '../photo.ts';

/** A rectangle in pixels of the upright original. */
const Crop = z.strictObject({
  left: z.number().int().min(0).max(PHOTO_LIMITS.sidePxMax),
  top: z.number().int().min(0).max(PHOTO_LIMITS.sidePxMax),
  width: z.number().int().min(1).max(PHOTO_LIMITS.sidePxMax),
  height: z.number().int().min(1).max(PHOTO_LIMITS.sidePxMax),
});
export type PhotoCrop = z.infer<typeof Crop>;

const Percent = z.number().int().min(0).max(100);

/** The uploaded photo of a fighter or a card, with the settings of operators. */
export const OperatorPhoto = z.object({
  /** Sent back with a change: a change of an older version is refused with `edit_stale`. */
  version: z.number().int().positive(),
  /** Size of the upright original. */
  width: z.number().int(),
  height: z.number().int(),
  crop: Crop,
  /** The point to keep in view, in percent of the crop. */
  focus_x: Percent,
  focus_y: Percent,
  /** Path of a small copy of the whole original. */
  preview: z.string(),
  /** What fans see; `null` until the first files are ready, and fans see the drawing. */
  photo: Photo.nullable(),
  /** `encoding`: fans see the earlier state until the files of this version are ready. */
  state: z.enum(['encoding', 'ready']),
  updated_by: z.string(),
  updated_at: z.iso.datetime(),
});
export type OperatorPhoto = z.infer<typeof OperatorPhoto>;

const ofOwner = z.object({ owner: z.enum(['fighter', 'program']), owner_id: z.uuid() });

/** The version that the operator has seen; absent where there was no picture. */
const seenVersion = z.object({ version: z.coerce.number().int().positive().optional() });

const row = {
  tag: 'Operators: programme',
  caller: 'operator',
  identity: 'staff',
  permission: 'edit_programme',
  params: ofOwner,
} as const;

export const operatorUploadEndpoints = endpoints({
  'GET /operator/photos/{owner}/{owner_id}': {
    ...row,
    summary: 'The uploaded picture of a fighter or a card; null where fans see the drawing',
    data: OperatorPhoto.nullable(),
    errors: ['match_not_found'],
  },
  'PUT /operator/photos/{owner}/{owner_id}': {
    ...row,
    summary: 'Upload a picture, which replaces the drawing or the earlier picture',
    query: seenVersion,
    upload: { types: ['image/jpeg', 'image/png', 'image/webp'], bytesMax: PHOTO_LIMITS.bytesMax },
    data: OperatorPhoto,
    errors: [
      'match_not_found',
      'edit_stale',
      'picture_invalid',
      'picture_animated',
      'picture_too_large',
      'picture_too_small',
    ],
  },
  'PUT /operator/photos/{owner}/{owner_id}/crop': {
    ...row,
    summary: 'Set the crop and the point to keep in view',
    body: z.strictObject({
      version: z.number().int().positive(),
      crop: Crop,
      focus_x: Percent,
      focus_y: Percent,
    }),
    data: OperatorPhoto,
    errors: ['match_not_found', 'photo_not_found', 'edit_stale', 'picture_crop_invalid'],
  },
  'DELETE /operator/photos/{owner}/{owner_id}': {
    ...row,
    summary: 'Remove the picture; fans see the drawing again',
    query: seenVersion,
    data: z.object({}),
    errors: ['match_not_found', 'photo_not_found', 'edit_stale'],
  },
});
