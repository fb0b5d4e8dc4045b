import { z } from 'zod';

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** The API's response: the recordings of this process's channels. */
export const RecordingsAnswer = z.object({
  recordings: z.array(
    z
      .object({
        recording_id: z.string(),
        channel_id: z.string(),
        started_at: time,
        ended_at: time.nullable(),
        is_complete: z.boolean(),
      })
      .transform((one) => ({
        recordingId: one.recording_id,
        channelId: one.channel_id,
        startedAtMs: one.started_at,
        endedAtMs: one.ended_at,
        isComplete: one.is_complete,
      })),
  ),
});
/** A recording of a live on one of this process's channels. Times are by the wall clock. */
export type OpenRecording = z.output<typeof RecordingsAnswer>['recordings'][number];

export const StoredAnswer = z.object({
  stored: z.array(z.object({ folder: z.string(), last_sequence: z.int() })),
});
export const ObjectAnswer = z.object({ last_sequence: z.int() });

/** The recording was deleted, or the API refused the object. A retry would fail again. */
export class ObjectRefusedError extends Error {
  override name = 'ObjectRefusedError';
}

/** The recorder's requests to the API (decision 101). They throw while the API or its storage is unavailable. */
export interface RecordingCalls {
  /** Returns the recordings of these channels. Begins recordings for lives that have just started. */
  findRecordings(channelIds: readonly string[]): Promise<readonly OpenRecording[]>;
  /** Returns the last segment of each folder that this origin has sent. */
  findStored(recordingId: string): Promise<ReadonlyMap<string, number>>;
  /** Stores an object. @returns its last segment. @throws {ObjectRefusedError} */
  storeObject(recordingId: string, body: Buffer): Promise<number>;
  /** Reports that all media of an ended live was sent. */
  completeRecording(recordingId: string): Promise<void>;
}
