import { PART_TICKS_MAX } from '../packager/part-plan.ts';
import { CLOCK_HZ } from '../stream/access-unit.ts';

const PART_TARGET_S = PART_TICKS_MAX / CLOCK_HZ;
/** How many segments after the newest one a request may wait for (RFC 8216bis, 6.2.5.2). */
const SEGMENTS_AHEAD_MAX = 2;
/** How many parts after the newest one a request may wait for: about three seconds. */
const PARTS_AHEAD_MAX = 8;

/** Position that a playlist request waits for. */
export interface ReloadTarget {
  readonly mediaSequence: number;
  /** `null`: the whole segment. */
  readonly part: number | null;
}

/** Current position of the playlist. */
export interface PlaylistPosition {
  /** Number of the newest segment that has a part. */
  readonly mediaSequence: number;
  readonly parts: number;
  readonly closed: boolean;
}

/** Network time allowed for the response before the player times out. */
const ANSWER_WAY_MS = 400;

/**
 * Returns the maximum time to block a reload. RFC 8216bis allows three target durations, but hls.js times out after the
 * greater of three part targets and 0.8 target durations, and stops after three time-outs. The current playlist is sent
 * before that time-out, and the player reloads again.
 */
export const reloadHoldMs = (targetDurationS: number): number =>
  Math.max(3_000 * PART_TARGET_S, 800 * targetDurationS) - ANSWER_WAY_MS;

export type ReloadAnswer = 'now' | 'wait' | 'too_far';

/**
 * Decides whether a blocking reload gets its response now, waits, or is refused as too far ahead. A part number past
 * the end of a closed segment means the first part of the next segment.
 */
export function judgeReload(target: ReloadTarget, at: PlaylistPosition): ReloadAnswer {
  const { mediaSequence, part } = target;
  const ahead = mediaSequence - at.mediaSequence;
  if (ahead > SEGMENTS_AHEAD_MAX) return 'too_far';
  if (ahead < 0) return 'now';
  if (ahead > 0) return part !== null && part > PARTS_AHEAD_MAX ? 'too_far' : 'wait';
  if (part === null) return at.closed ? 'now' : 'wait';
  if (part < at.parts) return 'now';
  return part >= at.parts + PARTS_AHEAD_MAX ? 'too_far' : 'wait';
}
