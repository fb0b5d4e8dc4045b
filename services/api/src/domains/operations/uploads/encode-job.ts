import type { Photo } from '@sangwian/contract/endpoints/photo';
import { z } from 'zod';
import {
  ORIGINAL,
  photoPath,
  publishChange,
  shownFolder,
  type UploadDeps,
} from './change-photo.ts';
import { type EncodedPhoto, encodePhoto } from './encode-photo.ts';
import { ownerOf, type PhotoRow } from './uploads.store.ts';

const Payload = z.object({ photo_id: z.uuid() });
/** Replaced files are kept this long, because pages, share images and caches refer to them for days. */
const DROPPED_DAYS_KEPT = 7;
const DAY_MS = 86_400_000;
const CLEARED_AT_ONCE_MAX = 100;

const cropOf = (row: PhotoRow) => ({
  left: row.crop_left_px,
  top: row.crop_top_px,
  width: row.crop_width_px,
  height: row.crop_height_px,
});

/** Writes encoded files and publishes them, unless the photo was changed or removed meanwhile. */
async function showEncoded(
  { db, store, files: storage, bus }: UploadDeps,
  row: PhotoRow,
  { folder, files }: EncodedPhoto,
): Promise<void> {
  const subject = ownerOf(row);
  const lives = await db.transaction().execute(async (trx) => {
    await store.lockOwner(trx, subject);
    const now = await store.find(subject, trx);
    if (now?.photo_id !== row.photo_id || now.version !== row.version) return null;
    // Without the lock, the cleanup could remove the files before this transaction commits the reference to them.
    await store.lockFolder(trx, folder);
    for (const { name, bytes } of files) await storage.write(folder, name, bytes);
    const before = shownFolder(now.shown);
    if (before !== null && before !== folder) await store.dropFolder(trx, before);
    const photo: Photo = {
      path: photoPath(folder),
      focus_x: row.focus_x_percent,
      focus_y: row.focus_y_percent,
    };
    await store.setShown(trx, row, photo);
    return store.reviseLives(trx, subject);
  });
  if (lives !== null) publishChange(bus, subject, lives);
}

/** Encodes the current version of a photo, unless it is published already. */
export async function encodePresentPhoto(deps: UploadDeps, payload: unknown): Promise<void> {
  const { photo_id } = Payload.parse(payload);
  const row = await deps.store.findById(photo_id);
  if (row === undefined || row.encoded_version === row.version) return;
  const original = await deps.files.read(row.original_folder, ORIGINAL);
  if (original === null) throw new Error(`the original of photo ${photo_id} is missing`);
  const encoded = await encodePhoto(ownerOf(row).owner, original, cropOf(row));
  await showEncoded(deps, row, encoded);
}

/** Removes replaced folders after their retention, unless a photo uses them again. */
export async function clearDroppedFolders(
  { db, store, files }: Omit<UploadDeps, 'bus'>,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - DROPPED_DAYS_KEPT * DAY_MS);
  for (const folder of await store.findDropped(before, CLEARED_AT_ONCE_MAX)) {
    await db.transaction().execute(async (trx) => {
      await store.lockFolder(trx, folder);
      if (!(await store.isFolderUsed(trx, folder))) await files.remove(folder);
      await store.forgetFolder(trx, folder);
    });
  }
}
