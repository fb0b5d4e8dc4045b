import type { Tracks } from '../cmaf/init-segment.ts';
import type { AudioRun } from './audio-timeline.ts';
import type { TimedPicture } from './timed-picture.ts';

/** Where a part was cut, in ticks of the timeline: other renditions of the same source are cut at the same places. */
export interface PartCut {
  readonly startDts: number;
  readonly endDts: number;
  /** PTS − DTS of its segment's first picture: the part is presented this much after its decoding times. */
  readonly keyOffset: number;
  /** Its sound; `null` if the period has none. */
  readonly audio: AudioRun | null;
  /** Of its fragment. */
  readonly sequenceNumber: number;
  /** The period has ended: no further picture follows. */
  readonly endsPeriod: boolean;
}

/** One part as a playlist lists it. */
export interface PackagedPart {
  /** `moof` and `mdat`. */
  readonly data: Buffer;
  /** The same part with sound only; `null` if the period has no sound. */
  readonly sound: Buffer | null;
  /** As listed, in microseconds. */
  readonly durationUs: number;
  /** Begins with a key frame. */
  readonly independent: boolean;
  readonly pictures: number;
  readonly startsSegment: boolean;
  readonly endsSegment: boolean;
  /** Wall clock in milliseconds since 1970 of the segment's first picture. */
  readonly segmentStartMs: number;
}

/** A part as the packager makes it. */
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
  /** The same with sound only; `null` without sound. */
  readonly sound: { readonly init: Buffer; readonly codecs: string } | null;
}

/** Receives the packager's output in order: a period, then its parts. */
export interface PackagerOutput {
  period(period: PackagedPeriod): void;
  part(part: CutPart): void;
  /** A picture as it arrives, before its part is complete. */
  picture?(picture: TimedPicture): void;
}
