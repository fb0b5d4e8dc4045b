import type { Tracks } from '../cmaf/init-segment.ts';

/** One part as a playlist lists it. */
export interface PackagedPart {
  /** `moof` and `mdat`. */
  readonly data: Buffer;
  /** The same with the sound alone; `null` where the period has none. */
  readonly sound: Buffer | null;
  /** As it is printed, in microseconds. */
  readonly durationUs: number;
  /** Begins with a key frame. */
  readonly independent: boolean;
  readonly pictures: number;
  readonly startsSegment: boolean;
  readonly endsSegment: boolean;
  /** Wall clock in milliseconds since 1970 of the segment's first picture. */
  readonly segmentStartMs: number;
}

/** What parts of one period have in common. */
export interface PackagedPeriod {
  readonly tracks: Tracks;
  /** `ftyp` and `moov`. */
  readonly init: Buffer;
  /** As in the CODECS attribute of a playlist. */
  readonly codecs: string;
  /** The discontinuity sequence number of its segments. */
  readonly discontinuity: number;
  /** The same with the sound alone; `null` where there is none. */
  readonly sound: { readonly init: Buffer; readonly codecs: string } | null;
}

/** Where the packager puts what it made, in order: a period, then its parts. */
export interface PackagerOutput {
  period(period: PackagedPeriod): void;
  part(part: PackagedPart): void;
}
