import type { Logger } from '@sangwian/node-kit/logger';
import { z } from 'zod';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { drawSheet, type FrameSource } from './draw-sheet.ts';
import { objectKey } from './recording-rules.ts';
import type { RecordingsStore } from './recordings.store.ts';
import type { ReplayReader } from './replay-reader.ts';
import type { ReplaySegment } from './replay-timeline.ts';
import { findSmallestVideo, planSheets, sheetKey } from './storyboard-rules.ts';

const Payload = z.object({ recording_id: z.uuid() });

export interface StoryboardDeps {
  readonly store: Pick<RecordingsStore, 'findBytes'>;
  readonly replays: Pick<ReplayReader, 'read'>;
  readonly objects: Pick<ObjectStore, 'write' | 'readRange' | 'removeFolder'>;
  /** Empty if the operator turned ffmpeg off. */
  readonly ffmpeg: string;
  readonly logger: Logger;
}

/** Reads the segments of a run after their initialisation segment. @throws {Error} if an object is missing */
async function* readRun(
  { objects }: StoryboardDeps,
  recordingId: string,
  { folder, run }: { readonly folder: string; readonly run: readonly ReplaySegment[] },
): AsyncGenerator<Buffer> {
  const [first] = run;
  if (first === undefined) return;
  yield first.period.init;
  for (const { objectSequence, offset, bytes } of run) {
    const key = objectKey(recordingId, folder, objectSequence);
    const found = await objects.readRange(key, offset, bytes);
    if (found === null) throw new Error(`${key} is missing`);
    yield found;
  }
}

const isMissingProgram = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Makes the sheets of a replay's storyboard. Idempotent: a repeated job writes the same objects. Without
 * ffmpeg the replay has no storyboard.
 */
export async function makeStoryboard(
  deps: StoryboardDeps,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { recording_id: id } = Payload.parse(payload);
  const { store, replays, objects, ffmpeg, logger } = deps;
  const replay = ffmpeg === '' ? null : await replays.read(id);
  const track = findSmallestVideo(replay?.tracks ?? []);
  if (track === undefined) return;
  const { folder } = track;
  for (const [sheet, runs] of planSheets(track).entries()) {
    signal.throwIfAborted();
    const sources = runs.map(
      (run): FrameSource => ({
        frames: run.length,
        input: readRun(deps, id, { folder, run }),
      }),
    );
    try {
      await objects.write(sheetKey(id, sheet), await drawSheet({ ffmpeg, signal }, sources));
    } catch (error) {
      if (!isMissingProgram(error)) throw error;
      logger.info({ program: ffmpeg }, 'replays have no storyboard: ffmpeg is missing');
      return;
    }
    // The recording may have been removed in the meantime, and its folder emptied before this sheet was written.
    if ((await store.findBytes(id)) === null) return objects.removeFolder(`${id}/storyboard`);
  }
}
