import type { Kysely } from 'kysely';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Database } from '../../../schema/database.ts';
import { addStoryboard } from './add-storyboard.ts';
import { objectKey, type ReceivedObject } from './recording-rules.ts';
import { RecordingsStore } from './recordings.store.ts';

/** A recording whose objects are all known at once. */
export interface FinishedRecording {
  readonly recording_id: string;
  readonly program_live_id: string;
  readonly channel_id: string;
  readonly started_at: Date;
  readonly completed_at: Date;
}

/** Adds a complete recording: first its objects to the storage, then its rows. An interrupted call can be retried. */
export async function addRecording(
  { db, objects }: { readonly db: Kysely<Database>; readonly objects: Pick<ObjectStore, 'write'> },
  received: readonly ReceivedObject[],
  recording: FinishedRecording,
): Promise<void> {
  const id = recording.recording_id;
  for (const { head, bytes } of received) {
    await objects.write(objectKey(id, head.folder, head.first_sequence), bytes);
  }
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('recording')
      .values(recording)
      .onConflict((conflict) => conflict.doNothing())
      .returning('recording_id')
      .executeTakeFirst();
    if (added === undefined) return;
    const store = new RecordingsStore(trx);
    for (const { head, bytes } of received) await store.addObject(id, head, bytes.length);
    await addStoryboard(trx, id);
  });
}
