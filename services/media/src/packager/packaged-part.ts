import type { Tracks } from '../cmaf/init-segment.ts';

/** One part as a playlist lists it. */
export interface PackagedPart {
  /** `moof` and `mdat`. */
  readonly data: Buffer;
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

/** What parts of one stretch have in common. */
export interface PackagedStretch {
  readonly tracks: Tracks;
  /** `ftyp` and `moov`. */
  readonly init: Buffer;
  /** As in the CODECS attribute of a playlist. */
  readonly codecs: string;
}

/** Where the packager puts what it made, in order: a stretch, then its parts. */
export interface PackagerOutput {
  stretch(stretch: PackagedStretch): void;
  part(part: PackagedPart): void;
}
