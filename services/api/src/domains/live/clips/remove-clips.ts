import type { Kysely } from 'kysely';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { clipFolder } from './clip-files.ts';
import { ClipWorkStore } from './clip-work.store.ts';

export const REMOVE_TASK = 'clip_removal';
/** How long the owner can read why a clip was removed. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** A clip that has waited longer is failed. The job queue gives jobs up after about a day. */
const STALE_MS = 6 * 60 * 60_000;

/** Removes the files of removed clips, and later their rows. Fails clips that no node encodes any more. */
export async function removeClips({
  db,
  objects,
  clock,
}: {
  readonly db: Kysely<Database>;
  readonly objects: Pick<ObjectStore, 'removeFolder'>;
  readonly clock: Clock;
}): Promise<void> {
  const store = new ClipWorkStore(db);
  const now = clock().getTime();
  await store.failStale(new Date(now - STALE_MS));
  const keptSince = new Date(now - KEPT_MS);
  for (const { clip_id, recording_id } of await store.findRemoved(keptSince)) {
    await objects.removeFolder(clipFolder(recording_id, clip_id));
    await store.clear(clip_id, keptSince);
  }
}
