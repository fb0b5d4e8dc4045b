import type { Generated } from 'kysely';

export interface RecordingTables {
  recording: RecordingTable;
  recording_period: RecordingPeriodTable;
  recording_object: RecordingObjectTable;
  replay_position: ReplayPositionTable;
}

/** Where a member stopped watching a replay. */
interface ReplayPositionTable {
  member_id: string;
  program_live_id: string;
  position_s: number;
  watched_at: Date;
}

/** The recording of one channel of a live. */
interface RecordingTable {
  recording_id: Generated<string>;
  program_live_id: string;
  channel_id: string;
  /** The recording contains video from this time on. */
  started_at: Date;
  /** When the media process reported that it has sent everything. */
  completed_at: Date | null;
  /** When the recording was deleted or expired. */
  removed_at: Date | null;
  bytes: Generated<number>;
}

/** A run of a rendition without a discontinuity. */
interface RecordingPeriodTable {
  recording_id: string;
  /** The path relative to the channel; empty for the stream itself. */
  folder: string;
  first_sequence: number;
  discontinuity: number;
  init: Buffer;
  codecs: string;
  width: number | null;
  height: number | null;
  frame_rate: number | null;
}

/** Offset from the object's first frame, decode time, playlist duration, and size. */
export type StoredSegment = readonly [
  startMs: number,
  decodeUs: number,
  durationUs: number,
  bytes: number,
];

/** Consecutive segments of a rendition, joined into one object of the storage. */
interface RecordingObjectTable {
  recording_id: string;
  folder: string;
  first_sequence: number;
  last_sequence: number;
  period_sequence: number;
  media_origin_id: string;
  bytes: number;
  starts_at: Date;
  segments: unknown;
}
