import type { ReplaySegment, ReplayTrack } from './replay-timeline.ts';

/** Higher video would be scaled down anyway, and takes longer to decode. */
const HEIGHT_MAX = 1_080;
/** The playlist durations of live segments are slightly shorter than the video. */
const TOLERANCE_MS = 100;

/** A range of a recording in wall-clock time, in epoch milliseconds. */
export interface CutRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** The segments that contain a range of a recording. */
export interface FoundCut {
  readonly kind: 'found';
  readonly folder: string;
  readonly segments: readonly ReplaySegment[];
  /** From the first frame of the segments to the start of the range. */
  readonly offsetMs: number;
}

export type Cut =
  | FoundCut
  /** The end of the range is not stored yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'missing' }
  /** The encoder reconnected within the range, or segments were lost. */
  | { readonly kind: 'interrupted' };

const endOf = ({ startMs, durationUs }: ReplaySegment): number => startMs + durationUs / 1_000;

function findInTrack(
  { folder, segments }: ReplayTrack,
  { startMs, endMs }: CutRange,
  isOver: boolean,
): Cut {
  const first = segments.findLastIndex((segment) => segment.startMs <= startMs);
  const begin = segments[first];
  if (begin === undefined) return { kind: 'missing' };
  const found: ReplaySegment[] = [];
  for (let index = first; ; index += 1) {
    const segment = segments[index];
    if (segment === undefined) return isOver ? { kind: 'missing' } : { kind: 'waiting' };
    if (index > first && segment.tags > 0) return { kind: 'interrupted' };
    found.push(segment);
    if (endOf(segment) >= endMs - TOLERANCE_MS) break;
  }
  if (endOf(begin) <= startMs) return { kind: 'interrupted' };
  return { kind: 'found', folder, segments: found, offsetMs: startMs - begin.startMs };
}

const heightOf = ({ segments }: ReplayTrack): number => segments.at(-1)?.period.height ?? 0;
/** Ranks the highest video up to `HEIGHT_MAX` first. Larger video comes last, the smallest of it first. */
const rank = (height: number): number => (height <= HEIGHT_MAX ? height : -height);

/**
 * Finds the segments of a range, in the best rendition that contains all of it.
 *
 * @param isOver whether no more segments will be stored
 */
export function findCut(tracks: readonly ReplayTrack[], range: CutRange, isOver: boolean): Cut {
  const pictures = tracks
    .filter((track) => heightOf(track) > 0)
    .sort((a, b) => rank(heightOf(b)) - rank(heightOf(a)));
  const cuts = pictures.map((track) => findInTrack(track, range, isOver));
  return (
    cuts.find(({ kind }) => kind === 'found') ?? cuts[0] ?? { kind: isOver ? 'missing' : 'waiting' }
  );
}
