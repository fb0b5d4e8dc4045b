import { z } from 'zod';
import type { ListedPeriod, RestoredPart } from './segment.ts';

/**
 * The journal beside the segments, one JSON value per line, from which a killed process is restored: a period; a part
 * (segment, first segment of its period, date of the segment, duration, independence, bytes); the channel's target
 * duration; the oldest listed segment.
 */
const PartLine = z.object({
  part: z.tuple([
    z.int().nonnegative(),
    z.int().nonnegative(),
    z.number(),
    z.number().positive(),
    z.boolean(),
    z.int().positive(),
  ]),
});
const PeriodLine = z.object({ period: z.looseObject({ firstSequence: z.int().nonnegative() }) });
const TargetLine = z.object({ target: z.int().positive() });
const ListedLine = z.object({ listed: z.int().nonnegative() });
const Line = z.union([PartLine, TargetLine, ListedLine, PeriodLine]);

export interface RestoredSegment {
  readonly mediaSequence: number;
  /** Number of the first segment of its period. */
  readonly firstSequence: number;
  readonly startMs: number;
  readonly parts: readonly RestoredPart[];
}

/** A window, restored from its journal. */
export interface RestoredWindow {
  /** Periods by the number of their first segment. */
  readonly periods: ReadonlyMap<number, ListedPeriod>;
  /** Consecutive by number, oldest first. */
  readonly segments: readonly RestoredSegment[];
  readonly targetS: number;
}

const line = (value: z.infer<typeof Line>): string => `${JSON.stringify(value)}\n`;

export const periodLine = (period: ListedPeriod): string => `${JSON.stringify({ period })}\n`;

export const partLine = (
  { mediaSequence, firstSequence, startMs }: Omit<RestoredSegment, 'parts'>,
  { durationUs, independent, length }: RestoredPart,
): string =>
  line({ part: [mediaSequence, firstSequence, startMs, durationUs, independent, length] });

export const targetLine = (targetS: number): string => line({ target: targetS });

export const listedLine = (oldestListed: number): string => line({ listed: oldestListed });

/** Restores buffers from the format that `JSON.stringify` writes. */
const revive = (_key: string, value: unknown): unknown =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === 'Buffer' &&
  'data' in value &&
  Array.isArray(value.data)
    ? Buffer.from(value.data as number[])
    : value;

const isPeriod = (value: object): value is ListedPeriod =>
  'init' in value && Buffer.isBuffer(value.init) && 'tracks' in value && 'codecs' in value;

/**
 * Reads a journal up to its first invalid line, because the last line may be truncated. Returns the newest consecutive
 * segments; `null` without any.
 *
 * @param bytesOf returns the size of a segment's file; `null` if the file is missing
 */
export function readJournal(
  text: string,
  bytesOf: (mediaSequence: number) => number | null,
): RestoredWindow | null {
  const periods = new Map<number, ListedPeriod>();
  const segments = new Map<number, RestoredSegment & { readonly parts: RestoredPart[] }>();
  let targetS: number | null = null;
  let listed = 0;
  for (const raw of text.split('\n')) {
    const parsed = parseLine(raw);
    if (parsed === null) break;
    if ('period' in parsed) {
      if (!isPeriod(parsed.period)) break;
      periods.set(parsed.period.firstSequence, parsed.period);
    } else if ('target' in parsed) targetS = parsed.target;
    else if ('listed' in parsed) listed = parsed.listed;
    else {
      const [mediaSequence, firstSequence, startMs, durationUs, independent, length] = parsed.part;
      const known = segments.get(mediaSequence) ?? {
        ...{ mediaSequence, firstSequence, startMs },
        parts: [],
      };
      known.parts.push({ durationUs, independent, length });
      segments.set(mediaSequence, known);
    }
  }
  const kept = newestRun(
    [...segments.values()].filter(({ mediaSequence }) => mediaSequence >= listed),
    ({ mediaSequence, firstSequence, parts }) =>
      periods.has(firstSequence) &&
      (bytesOf(mediaSequence) ?? -1) >= parts.reduce((sum, { length }) => sum + length, 0),
  );
  return kept.length === 0 || targetS === null ? null : { periods, segments: kept, targetS };
}

function parseLine(raw: string): z.infer<typeof Line> | null {
  try {
    return Line.parse(JSON.parse(raw, revive));
  } catch {
    return null;
  }
}

/** Returns the newest valid segments with consecutive numbers. */
function newestRun(
  segments: readonly RestoredSegment[],
  isValid: (segment: RestoredSegment) => boolean,
): RestoredSegment[] {
  const kept: RestoredSegment[] = [];
  for (const segment of segments.toReversed()) {
    const newer = kept[0];
    if (newer !== undefined && newer.mediaSequence !== segment.mediaSequence + 1) break;
    if (!isValid(segment)) break;
    kept.unshift(segment);
  }
  return kept;
}

/** Returns all journal lines of the current window. */
export function snapshotLines(
  segments: ReadonlyArray<RestoredSegment & { readonly period: ListedPeriod }>,
  targetS: number,
): string {
  const periods = new Set(segments.map(({ period }) => period));
  const lines = [...Array.from(periods, periodLine), targetLine(targetS)];
  for (const segment of segments)
    for (const part of segment.parts) lines.push(partLine(segment, part));
  return lines.join('');
}
