import { z } from 'zod';

/**
 * Maximum size of an object. A node must be able to hold several objects in memory. The media process sends
 * less per object.
 */
export const OBJECT_BYTES_MAX = 26 * 1024 * 1024;
/** Maximum length of the JSON line before the bytes of an object. */
export const HEAD_BYTES_MAX = 256 * 1024;
const SEGMENTS_MAX = 2_000;
const CHANNELS_MAX = 64;
const INIT_CHARS_MAX = 65_536;
const counter = z.int().min(0).max(2_147_483_647);
const channelId = z.string().min(1).max(63);
/** The folder of a rendition, of its audio, or of the stream's audio; empty for the stream itself. */
const folder = z.string().regex(/^(?:|\d{3,4}p\d{0,3}(?:-audio)?|audio)$/);
const microseconds = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** The media process's request for the recordings of its channels. */
export const RecordingQuery = z.object({
  origin_id: z.uuid(),
  channel_ids: z.array(channelId).max(CHANNELS_MAX),
});
export type RecordingQuery = z.infer<typeof RecordingQuery>;

export const StoredQuery = z.object({ origin_id: z.uuid() });
export const RecordingParams = z.object({ recording_id: z.uuid().toLowerCase() });

/** Describes an object. The bytes of the object follow after a line feed. */
export const ObjectHead = z.object({
  origin_id: z.uuid(),
  folder,
  first_sequence: counter,
  /** The wall-clock time of the first frame. */
  starts_at: z.iso.datetime({ offset: true }),
  segments: z
    .array(
      z.tuple([
        /** Offset from `starts_at` in milliseconds. */
        z.number().min(0).max(86_400_000),
        /** Decode time and playlist duration, both in microseconds. */
        microseconds,
        microseconds.positive(),
        /** Size in bytes. */
        z.int().min(1).max(OBJECT_BYTES_MAX),
      ]),
    )
    .min(1)
    .max(SEGMENTS_MAX),
  period: z.object({
    first_sequence: counter,
    discontinuity: counter,
    /** The initialisation segment in base64. */
    init: z.base64().min(1).max(INIT_CHARS_MAX),
    codecs: z.string().min(1).max(200),
    width: counter.nullable(),
    height: counter.nullable(),
    frame_rate: z.number().positive().max(1_000).nullable(),
  }),
});
export type ObjectHead = z.infer<typeof ObjectHead>;

export interface ReceivedObject {
  readonly head: ObjectHead;
  readonly bytes: Buffer;
}

/**
 * Parses the body of an object: a line of JSON, then the bytes of all segments. Returns `null` if it is
 * malformed.
 */
export function readObjectBody(body: Buffer): ReceivedObject | null {
  const lineEnd = body.subarray(0, HEAD_BYTES_MAX).indexOf('\n');
  if (lineEnd < 0) return null;
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8', 0, lineEnd));
  } catch {
    return null;
  }
  const head = ObjectHead.safeParse(json);
  if (!head.success) return null;
  const bytes = body.subarray(lineEnd + 1);
  const described = head.data.segments.reduce((sum, [, , , length]) => sum + length, 0);
  return bytes.length === described ? { head: head.data, bytes } : null;
}

/** Returns the storage key of an object. */
export const objectKey = (recordingId: string, folderName: string, firstSequence: number): string =>
  `${recordingId}/${folderName === '' ? 'stream' : folderName}/${firstSequence}.m4s`;
