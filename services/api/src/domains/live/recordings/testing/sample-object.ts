import type { ObjectHead } from '../recording-rules.ts';

const SEGMENT_US = 2_000_000;
const BASE_US = 10_000_000;

export interface SampleObject {
  readonly originId: string;
  readonly folder?: string;
  readonly firstSequence?: number;
  readonly segments?: number;
  /** The sequence number of the first segment of the period. */
  readonly periodSequence?: number;
  readonly discontinuity?: number;
  readonly startsAt?: Date;
  readonly bytesPerSegment?: number;
}

/** Returns the head of an object with segments of two seconds, in the format of the media process. */
export function sampleHead({
  originId,
  folder = '',
  firstSequence = 100,
  segments = 3,
  periodSequence = 100,
  discontinuity = 0,
  startsAt = new Date('2026-11-21T12:00:00Z'),
  bytesPerSegment = 10,
}: SampleObject): ObjectHead {
  return {
    origin_id: originId,
    folder,
    first_sequence: firstSequence,
    starts_at: startsAt.toISOString(),
    segments: Array.from({ length: segments }, (_, index) => [
      (index * SEGMENT_US) / 1_000,
      BASE_US + (firstSequence - periodSequence + index) * SEGMENT_US,
      // The duration in the live playlist, which is slightly shorter.
      SEGMENT_US - 2_000,
      bytesPerSegment,
    ]),
    period: {
      first_sequence: periodSequence,
      discontinuity,
      init: Buffer.from('ftyp moov').toString('base64'),
      codecs: folder.endsWith('audio') ? 'mp4a.40.2' : 'avc1.64001f,mp4a.40.2',
      width: folder.endsWith('audio') ? null : 1280,
      height: folder.endsWith('audio') ? null : 720,
      frame_rate: folder.endsWith('audio') ? null : 30,
    },
  };
}

/** Returns the body of an object. Every byte of a segment is the number of the segment. */
export function sampleBody(head: ObjectHead): Buffer {
  const bytes = head.segments.map(([, , , length], index) =>
    Buffer.alloc(length, (head.first_sequence + index) % 256),
  );
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...bytes]);
}
