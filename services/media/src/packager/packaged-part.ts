import type { Tracks } from '../cmaf/init-segment.ts';
import type { AudioRun } from './audio-timeline.ts';
import type { TimedPicture } from './timed-picture.ts';

/** The cuts of a part, in ticks of the timeline. Other renditions of the same source are cut at the same times. */
export interface PartCut {
  readonly startDts: number;
  readonly endDts: number;
  /** PTS − DTS of the segment's first frame: the part is presented this long after its decoding times. */
  readonly keyOffset: number;
  /** The audio of the part; `null` if the period has none. */
  readonly audio: AudioRun | null;
  /** Sequence number in the `moof` of the fragment. */
  readonly sequenceNumber: number;
  /** Whether this is the last part of the period. */
  readonly endsPeriod: boolean;
}

/** One part as a playlist lists it. */
export interface PackagedPart {
  /** `moof` and `mdat`. */
  readonly data: Buffer;
  /** The same part with audio only; `null` if the period has no audio. */
  readonly sound: Buffer | null;
  /** Duration as listed, in microseconds. */
  readonly durationUs: number;
  /** Whether the part begins with a key frame. */
  readonly independent: boolean;
  readonly pictures: number;
  readonly startsSegment: boolean;
  readonly endsSegment: boolean;
  /** Wall clock in milliseconds since 1970 of the segment's first frame. */
  readonly segmentStartMs: number;
}

/** A part with its cuts, as the packager emits it. */
export interface CutPart extends PackagedPart {
  readonly cut: PartCut;
}

/** Properties that all parts of a period share. */
export interface PackagedPeriod {
  readonly tracks: Tracks;
  /** `ftyp` and `moov`. */
  readonly init: Buffer;
  /** Value of the playlist's CODECS attribute. */
  readonly codecs: string;
  /** The discontinuity sequence number of its segments. */
  readonly discontinuity: number;
  /** The audio-only variant; `null` without audio. */
  readonly sound: { readonly init: Buffer; readonly codecs: string } | null;
}

/** Receives the packager's output in order: a period, then its parts. */
export interface PackagerOutput {
  period(period: PackagedPeriod): void;
  part(part: CutPart): void;
  /** A frame as it arrives, before its part is complete. */
  picture?(picture: TimedPicture): void;
}
