import { PART_TICKS_MAX } from '../packager/part-plan.ts';
import { CLOCK_HZ } from '../stream/access-unit.ts';

const PART_TARGET_S = PART_TICKS_MAX / CLOCK_HZ;
/** Segments beyond the newest that a request may wait for (RFC 8216bis, 6.2.5.2). */
const SEGMENTS_AHEAD_MAX = 2;
/** Parts beyond the newest that a request may wait for: three seconds of them. */
const PARTS_AHEAD_MAX = 8;

/** What a playlist request waits for. */
export interface ReloadTarget {
  readonly mediaSequence: number;
  /** `null`: the whole segment. */
  readonly part: number | null;
}

/** How far the playlist is. */
export interface PlaylistPosition {
  /** Number of the newest segment that has a part. */
  readonly mediaSequence: number;
  readonly parts: number;
  readonly closed: boolean;
}

/** Time on the way that is left to the player before it gives up. */
const ANSWER_WAY_MS = 400;

/**
 * How long a reload is held while nothing comes. The longest that RFC 8216bis names is three target durations, but
 * hls.js gives up after the greater of three part targets and 0.8 target durations, and stops for good at the third
 * time: it is answered with the playlist as it is before that, and asks again.
 */
export const reloadHoldMs = (targetDurationS: number): number =>
  Math.max(3_000 * PART_TARGET_S, 800 * targetDurationS) - ANSWER_WAY_MS;

export type ReloadAnswer = 'now' | 'wait' | 'too_far';

/**
 * Whether a blocking reload is answered, waits, or asks for what is too far ahead. A part past the end of a closed
 * segment means the first part of the next one.
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
