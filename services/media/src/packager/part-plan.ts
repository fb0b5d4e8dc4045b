import { CLOCK_HZ } from '../stream/access-unit.ts';

/** Maximum part duration: the playlist's PART-TARGET, which must never change. */
export const PART_TICKS_MAX = 0.4 * CLOCK_HZ;
/** Minimum duration of the last part of a segment. Players that pad their buffers may never fetch a shorter one. */
export const TAIL_TICKS_MIN = 0.25 * CLOCK_HZ;
/** A segment of this length may end with a shorter last part instead of waiting for a better key frame. */
export const SEGMENT_TICKS_LONG = 2 * CLOCK_HZ;
export const TAIL_TICKS_MIN_LONG = 0.21 * CLOCK_HZ;
/**
 * When the publisher leaves, a shorter last part is extended to this duration. It includes a margin for audio that is
 * trimmed.
 */
export const TAIL_TICKS_HELD = 0.28 * CLOCK_HZ;
/** GOPs are added to a segment until it has this duration. */
export const SEGMENT_TICKS_MIN = 0.75 * CLOCK_HZ;

/** Expected duration of the next segment, from earlier segments. */
export interface Expectation {
  readonly ticks: number;
  readonly frames: number;
}

export const FIRST_EXPECTATION: Expectation = { ticks: CLOCK_HZ, frames: 30 };

/** Returns the expected duration of each segment if a GOP is cut into several equal segments. */
export function expectSegment(group: Expectation, segmentTicksMax: number): Expectation {
  const segments = Math.ceil(group.ticks / segmentTicksMax);
  return { ticks: group.ticks / segments, frames: group.frames / segments };
}

/** A grid of parts of equal duration. */
export interface PartPlan {
  readonly originDts: number;
  readonly partTicks: number;
}

/**
 * Divides the expected length into the fewest equal parts of whole frames within the maximum. `lead` is the duration of
 * the open part before the expected length begins. `extraParts` adds parts if the frame intervals are too uneven for
 * the minimum number.
 */
export function planParts(
  originDts: number,
  expected: Expectation,
  lead: number,
  extraParts: number,
): PartPlan {
  const framesMax = Math.max(1, Math.floor((PART_TICKS_MAX * expected.frames) / expected.ticks));
  const ticks = lead + expected.ticks;
  const frames = (expected.frames * ticks) / expected.ticks;
  const parts = Math.ceil(frames / framesMax - 1e-6) + extraParts;
  return { originDts, partTicks: Math.min(PART_TICKS_MAX, ticks / parts) };
}

/**
 * Whether a part that began at `startDts` closes at `endDts`, the frame end nearest to the grid. The next frame is
 * assumed to last `nextTicks`; if it lasts too long for the part, the part is closed before it.
 */
export function closesHere(
  plan: PartPlan,
  startDts: number,
  endDts: number,
  nextTicks: number,
): boolean {
  const { originDts, partTicks } = plan;
  const passed = Math.floor((startDts - originDts) / partTicks + 0.5);
  const boundary = Math.min(originDts + (passed + 1) * partTicks, startDts + PART_TICKS_MAX);
  return endDts + nextTicks / 2 > boundary;
}
