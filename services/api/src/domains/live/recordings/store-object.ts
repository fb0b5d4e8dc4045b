import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { objectKey, type ReceivedObject } from './recording-rules.ts';
import type { RecordingsStore } from './recordings.store.ts';

export interface StoreObjectDeps {
  readonly store: RecordingsStore;
  readonly objects: Pick<ObjectStore, 'write' | 'remove'>;
  /** Returns the free bytes of the storage; `Infinity` for a bucket. */
  readonly freeBytes: () => Promise<number>;
  /** Recordings leave at least this many bytes free, because the database is on the same disk. */
  readonly freeBytesMin: number;
  readonly bytesMax: number;
  readonly logger: Logger;
}

const RETRY_AFTER_S = 5;

/** @throws {ApiError} `unavailable` if the disk of the storage is nearly full */
async function requireSpace(
  { freeBytes, freeBytesMin }: StoreObjectDeps,
  bytes: number,
): Promise<void> {
  const free = await freeBytes();
  if (free - bytes >= freeBytesMin) return;
  const megabytes = Math.floor(free / 1024 / 1024);
  throw new ApiError('unavailable', {
    retryAfterS: RETRY_AFTER_S,
    cause: new Error(`recordings: only ${megabytes} MB are free on the disk of DATA_DIR`),
  });
}

/**
 * Stores an object of a recording, then its row. Idempotent, so that the media process can send an object again if
 * a response was lost.
 *
 * @returns the last segment of the stored object
 * @throws {ApiError} `not_found` for a removed recording; `unavailable` while the storage is unreachable or full
 */
export async function storeObject(
  deps: StoreObjectDeps,
  recordingId: string,
  { head, bytes }: ReceivedObject,
): Promise<number> {
  const { store, objects, bytesMax, logger } = deps;
  const known = await store.findLastSequence(recordingId, head);
  if (known !== null) return known;
  if ((await store.findBytes(recordingId)) === null) throw new ApiError('not_found');
  await requireSpace(deps, bytes.length);
  const key = objectKey(recordingId, head.folder, head.first_sequence);
  await objects.write(key, bytes);
  const total = await store.addObject(recordingId, head, bytes.length);
  if (total === null) {
    // The recording has been removed in the meantime. Its folder may have been emptied before this object was
    // written.
    await objects.remove(key);
    throw new ApiError('not_found');
  }
  if (total >= bytesMax && total - bytes.length < bytesMax) {
    logger.error({ recordingId, bytes: total }, 'recording stopped at RECORDING_GIGABYTES');
  }
  return head.first_sequence + head.segments.length - 1;
}
