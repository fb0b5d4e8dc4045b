import type { OperatorPhoto, PhotoCrop } from '@sangwian/contract/endpoints/operator/uploads';
import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import { addJob } from '../../../platform/jobs/task.ts';
import type { Database } from '../../../schema/database.ts';
import { isCropAllowed, largestCrop } from './crop-rules.ts';
import { decodePhoto } from './decode-photo.ts';
import { folderOf } from './encode-photo.ts';
import type { PhotoFiles } from './photo-files.ts';
import type { PhotoChange, PhotoRow, PhotoSubject, UploadsStore } from './uploads.store.ts';

export const ENCODE_TASK = 'photo_encode';
/** The whole cluster encodes one photo at a time, because AVIF occupies a core for seconds. */
const ENCODE_QUEUE = 'photos';
export const ORIGINAL = 'original';
export const PREVIEW = 'preview.webp';
/** The default focus, horizontally centred and above the middle, where faces usually are. */
const FOCUS = { focusX: 50, focusY: 40 } as const;

export interface UploadDeps {
  readonly db: Kysely<Database>;
  readonly store: UploadsStore;
  readonly files: PhotoFiles;
  readonly bus: Pick<Bus, 'publish'>;
}

/** The operator, the version that the operator has seen, and the audit notes of the change. */
interface Edit {
  readonly by: string;
  readonly audit?: AuditNotes | null;
  readonly version: number | undefined;
}

export const photoPath = (folder: string): string => `/uploads/${folder}`;

/** Returns the folder of the published files. */
export const shownFolder = (photo: Photo | null): string | null =>
  photo === null ? null : photo.path.slice(photo.path.lastIndexOf('/') + 1);

export const present = (row: PhotoRow): OperatorPhoto => ({
  version: row.version,
  width: row.width_px,
  height: row.height_px,
  crop: {
    left: row.crop_left_px,
    top: row.crop_top_px,
    width: row.crop_width_px,
    height: row.crop_height_px,
  },
  focus_x: row.focus_x_percent,
  focus_y: row.focus_y_percent,
  preview: `${photoPath(row.original_folder)}/${PREVIEW}`,
  photo: row.shown,
  state: row.encoded_version === row.version ? 'ready' : 'encoding',
  updated_by: row.updated_by,
  updated_at: row.updated_at.toISOString(),
});

/** Returns a photo's values for the audit. */
const auditOf = (row: PhotoRow) => ({
  picture: row.original_folder,
  size: `${row.width_px} × ${row.height_px}`,
  crop: `${row.crop_left_px}, ${row.crop_top_px}, ${row.crop_width_px} × ${row.crop_height_px}`,
  focus: `${row.focus_x_percent} %, ${row.focus_y_percent} %`,
});

/** @throws {ApiError} `edit_stale` if another operator has changed the photo since the operator read it */
function refuseStale(row: PhotoRow | undefined, version: number | undefined): void {
  if (row?.version === version) return;
  throw new ApiError('edit_stale', {
    details: [{ path: 'photo', message: row?.updated_by ?? '' }],
  });
}

/** Locks the photo of a fighter or a card and returns it. @throws {ApiError} `match_not_found`, `edit_stale` */
async function lockForEdit(
  { store }: UploadDeps,
  trx: Transaction<Database>,
  { subject, edit }: { readonly subject: PhotoSubject; readonly edit: Edit },
) {
  if (!(await store.lockOwner(trx, subject))) throw new ApiError('match_not_found');
  const row = await store.find(subject, trx);
  refuseStale(row, edit.version);
  return row;
}

/** Saves a change and enqueues the encoding of its files. */
async function saveChange(
  { store }: UploadDeps,
  trx: Transaction<Database>,
  { subject, change }: { readonly subject: PhotoSubject; readonly change: PhotoChange },
): Promise<PhotoRow> {
  const saved = await store.save(trx, subject, change);
  await addJob(trx, ENCODE_TASK, {
    payload: { photo_id: saved.photo_id },
    key: `photo ${saved.photo_id}`,
    queue: ENCODE_QUEUE,
  });
  return saved;
}

/** Returns the photo of a fighter or a card; `null` without one. @throws {ApiError} `match_not_found` */
export async function readPhoto(
  { store }: UploadDeps,
  subject: PhotoSubject,
): Promise<OperatorPhoto | null> {
  const row = await store.find(subject);
  if (row !== undefined) return present(row);
  if (await store.hasOwner(subject)) return null;
  throw new ApiError('match_not_found');
}

/**
 * Stores an uploaded image. Fans see the previous state until its files are ready.
 *
 * @throws {ApiError} a `picture_…` code, `match_not_found`, `edit_stale`
 */
export async function uploadPhoto(
  deps: UploadDeps,
  { subject, edit, bytes }: { subject: PhotoSubject; edit: Edit; bytes: Uint8Array },
): Promise<OperatorPhoto> {
  const { db, store, files } = deps;
  const { width, height, preview } = await decodePhoto(subject.owner, bytes);
  const folder = folderOf(bytes);
  const uploaded = await db.transaction().execute(async (trx) => {
    const row = await lockForEdit(deps, trx, { subject, edit });
    const change = {
      original_folder: folder,
      width_px: width,
      height_px: height,
      crop: largestCrop(subject.owner, { width, height }),
      ...FOCUS,
      updated_by: edit.by,
    };
    const saved = await saveChange(deps, trx, { subject, change });
    edit.audit?.note({
      ...(row === undefined ? {} : { before: auditOf(row) }),
      after: auditOf(saved),
    });
    if (row !== undefined && row.original_folder !== folder) {
      await store.dropFolder(trx, row.original_folder);
    }
    // Without the lock, the cleanup could remove the files before this transaction commits the reference to them.
    await store.lockFolder(trx, folder);
    // The files are written last, so that a refused upload leaves no files.
    await files.write(folder, ORIGINAL, bytes);
    await files.write(folder, PREVIEW, preview);
    return present(saved);
  });
  publishChange(deps.bus, subject, []);
  return uploaded;
}

/** Sets the crop and the focus. @throws {ApiError} `photo_not_found`, `edit_stale`, `picture_crop_invalid` */
export async function cropPhoto(
  deps: UploadDeps,
  {
    subject,
    edit,
    ...wanted
  }: { subject: PhotoSubject; edit: Edit; crop: PhotoCrop; focusX: number; focusY: number },
): Promise<OperatorPhoto> {
  const cropped = await deps.db.transaction().execute(async (trx) => {
    const row = await lockForEdit(deps, trx, { subject, edit });
    if (row === undefined) throw new ApiError('photo_not_found');
    const { original_folder, width_px, height_px } = row;
    if (!isCropAllowed(subject.owner, wanted.crop, { width: width_px, height: height_px })) {
      throw new ApiError('picture_crop_invalid');
    }
    const change = { original_folder, width_px, height_px, ...wanted, updated_by: edit.by };
    const saved = await saveChange(deps, trx, { subject, change });
    edit.audit?.note({ before: auditOf(row), after: auditOf(saved) });
    return present(saved);
  });
  publishChange(deps.bus, subject, []);
  return cropped;
}

/** Publishes a change of a photo to the consoles and to the pages of these lives. */
export function publishChange(
  bus: UploadDeps['bus'],
  { ownerId }: PhotoSubject,
  lives: readonly ProgramLiveId[],
): void {
  bus.publish('staff:changed', { topic: 'programme', id: ownerId });
  for (const programLiveId of lives) bus.publish('live:changed', { programLiveId });
}

/** Removes a photo, so that fans see the drawing instead. @throws {ApiError} `photo_not_found`, `edit_stale` */
export async function removePhoto(
  deps: UploadDeps,
  { subject, edit }: { subject: PhotoSubject; edit: Edit },
): Promise<void> {
  const { db, store, bus } = deps;
  const lives = await db.transaction().execute(async (trx) => {
    const row = await lockForEdit(deps, trx, { subject, edit });
    if (row === undefined) throw new ApiError('photo_not_found');
    edit.audit?.note({ before: auditOf(row) });
    await store.remove(trx, row.photo_id);
    await store.dropFolder(trx, row.original_folder);
    const folder = shownFolder(row.shown);
    if (folder === null) return [];
    await store.dropFolder(trx, folder);
    return store.reviseLives(trx, subject);
  });
  publishChange(bus, subject, lives);
}
