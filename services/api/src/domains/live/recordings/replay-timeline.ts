import type { StoredSegment } from './recordings.tables.ts';

/** Maximum duration of a segment. A larger difference between decode times is an encoder fault. */
const DURATION_US_MAX = 60_000_000;

export interface PeriodRow {
  readonly folder: string;
  readonly first_sequence: number;
  readonly discontinuity: number;
  readonly init: Buffer;
  readonly codecs: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly frame_rate: number | null;
}

export interface ObjectRow {
  readonly folder: string;
  readonly first_sequence: number;
  readonly period_sequence: number;
  readonly starts_at: Date;
  readonly segments: readonly StoredSegment[];
}

export interface ReplaySegment {
  readonly sequence: number;
  readonly period: PeriodRow;
  /** The first sequence number of the object that contains the segment. */
  readonly objectSequence: number;
  readonly offset: number;
  readonly bytes: number;
  readonly durationUs: number;
  /** The wall-clock time of the first frame. */
  readonly startMs: number;
  /** Number of discontinuity tags before the segment. */
  readonly tags: number;
  /** Start position in the replay. */
  readonly positionUs: number;
  readonly beginsObject: boolean;
}

/** A rendition of a replay with its own playlist. */
export interface ReplayTrack {
  /** Empty for the stream itself. */
  readonly folder: string;
  readonly segments: readonly ReplaySegment[];
}

type Unplaced = Omit<ReplaySegment, 'durationUs' | 'positionUs' | 'tags'> & {
  readonly decodeUs: number;
  /** The duration in the live playlist, which is slightly shorter than the distance to the next segment. */
  readonly listedUs: number;
};

function listSegments(objects: readonly ObjectRow[], periods: ReadonlyMap<number, PeriodRow>) {
  const found: Unplaced[] = [];
  for (const { first_sequence: objectSequence, period_sequence, starts_at, segments } of objects) {
    const period = periods.get(period_sequence);
    if (period === undefined) continue;
    let offset = 0;
    for (const [index, [startMs, decodeUs, listedUs, bytes]] of segments.entries()) {
      const sequence = objectSequence + index;
      const place = { sequence, period, objectSequence, offset, bytes, decodeUs, listedUs };
      found.push({
        ...place,
        startMs: starts_at.getTime() + startMs,
        beginsObject: index === 0,
      });
      offset += bytes;
    }
  }
  return found;
}

const continues = (before: Unplaced, next: Unplaced): boolean =>
  before.period === next.period && before.sequence + 1 === next.sequence;

/**
 * Returns the duration of a segment: exact if the next segment continues it, otherwise the duration in the
 * live playlist.
 */
function durationOf(segment: Unplaced, next: Unplaced | undefined): number {
  if (next === undefined || !continues(segment, next)) return segment.listedUs;
  const us = next.decodeUs - segment.decodeUs;
  return us > 0 && us <= DURATION_US_MAX ? us : segment.listedUs;
}

/**
 * Counts discontinuities like the live did, so that the renditions of a replay agree. A gap of lost segments
 * counts as one discontinuity.
 */
function tagsBefore(before: Unplaced | undefined, segment: Unplaced): number {
  if (before === undefined || continues(before, segment)) return 0;
  return Math.max(1, segment.period.discontinuity - before.period.discontinuity);
}

/**
 * Places the segments of one folder on the timeline of the replay. `objects` must be in the order of their
 * sequence numbers.
 */
export function placeSegments(
  folder: string,
  periods: readonly PeriodRow[],
  objects: readonly ObjectRow[],
): ReplayTrack {
  const byNumber = new Map(periods.map((period) => [period.first_sequence, period]));
  const listed = listSegments(objects, byNumber);
  let positionUs = 0;
  const segments = listed.map((segment, index): ReplaySegment => {
    const { decodeUs: _decode, listedUs: _listed, ...place } = segment;
    const durationUs = durationOf(segment, listed[index + 1]);
    const tags = tagsBefore(listed[index - 1], segment);
    const placed = { ...place, durationUs, tags, positionUs };
    positionUs += durationUs;
    return placed;
  });
  return { folder, segments };
}

/** Returns the segment with this sequence number; `undefined` if it was not recorded. */
export function findSegment({ segments }: ReplayTrack, sequence: number) {
  let [low, high] = [0, segments.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = segments[middle];
    if (found === undefined || found.sequence === sequence) return found;
    if (found.sequence < sequence) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Returns the duration of a track in microseconds. */
export function lengthUs({ segments }: ReplayTrack): number {
  const last = segments.at(-1);
  return last === undefined ? 0 : last.positionUs + last.durationUs;
}

/**
 * Maps a wall-clock time to the position in the replay, in milliseconds. A time without video maps to the
 * start of the next segment. Returns `null` for a time after the end.
 */
export function positionAt({ segments }: ReplayTrack, wallMs: number): number | null {
  // Segments are in the order of their start times. A segment ends after its duration, or earlier if the next
  // segment begins earlier.
  const found = segments.find(
    ({ startMs, durationUs }, index) =>
      wallMs < Math.min(startMs + durationUs / 1_000, segments[index + 1]?.startMs ?? Infinity),
  );
  if (found === undefined) return null;
  return Math.round(found.positionUs / 1_000 + Math.max(0, wallMs - found.startMs));
}

/**
 * Maps a position in the replay to wall-clock time, in epoch milliseconds; `null` if the position is after
 * the end.
 */
export function wallAt({ segments }: ReplayTrack, positionMs: number): number | null {
  const found = segments.findLast(({ positionUs }) => positionUs / 1_000 <= positionMs);
  if (found === undefined) return null;
  const inside = positionMs - found.positionUs / 1_000;
  return inside < found.durationUs / 1_000 ? Math.round(found.startMs + inside) : null;
}
