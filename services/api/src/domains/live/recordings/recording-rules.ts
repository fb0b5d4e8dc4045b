import { z } from 'zod';

/** The media process sends less per object, so that a node can hold several in memory. */
export const OBJECT_BYTES_MAX = 26 * 1024 * 1024;
/** The JSON line before the bytes of an object. */
export const HEAD_BYTES_MAX = 256 * 1024;
const SEGMENTS_MAX = 2_000;
const CHANNELS_MAX = 64;
const INIT_CHARS_MAX = 65_536;
const counter = z.int().min(0).max(2_147_483_647);
const channelId = z.string().min(1).max(63);
/** A rendition, its sound, or the sound of the stream; empty: the stream itself. */
const folder = z.string().regex(/^(?:|\d{3,4}p\d{0,3}(?:-audio)?|audio)$/);
const microseconds = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** The media process asks which of its channels are recorded. */
export const RecordingQuery = z.object({
  origin_id: z.uuid(),
  channel_ids: z.array(channelId).max(CHANNELS_MAX),
});
export type RecordingQuery = z.infer<typeof RecordingQuery>;

export const StoredQuery = z.object({ origin_id: z.uuid() });
export const RecordingParams = z.object({ recording_id: z.uuid().toLowerCase() });

/** Describes an object. Its bytes follow after a line feed. */
export const ObjectHead = z.object({
  origin_id: z.uuid(),
  folder,
  first_sequence: counter,
  /** Wall clock of the first picture. */
  starts_at: z.iso.datetime({ offset: true }),
  segments: z
    .array(
      z.tuple([
        /** Start after `starts_at` in milliseconds. */
        z.number().min(0).max(86_400_000),
        /** Decoding time and listed duration in microseconds. */
        microseconds,
        microseconds.positive(),
        /** Bytes. */
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

/** Reads the body of an object: a line of JSON, then as many bytes as its segments have. `null`: malformed. */
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

/** Returns the key of an object in the storage. */
export const objectKey = (recordingId: string, folderName: string, firstSequence: number): string =>
  `${recordingId}/${folderName === '' ? 'stream' : folderName}/${firstSequence}.m4s`;
