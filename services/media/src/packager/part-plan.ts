import { CLOCK_HZ } from '../stream/access-unit.ts';

/** Maximum part duration: the playlist's PART-TARGET, which must never change. */
export const PART_TICKS_MAX = 0.4 * CLOCK_HZ;
/** Minimum last part: players that pad their buffers may never fetch a shorter one. */
export const TAIL_TICKS_MIN = 0.25 * CLOCK_HZ;
/** A segment this long accepts a shorter last part instead of waiting for a better key frame. */
export const SEGMENT_TICKS_LONG = 2 * CLOCK_HZ;
export const TAIL_TICKS_MIN_LONG = 0.21 * CLOCK_HZ;
/** Length that a shorter tail is extended to when the publisher leaves; trimmed audio still leaves the minimum. */
export const TAIL_TICKS_HELD = 0.28 * CLOCK_HZ;
/** A segment takes whole groups of pictures until it is this long. */
export const SEGMENT_TICKS_MIN = 0.75 * CLOCK_HZ;

/** Expected length of the next segment, from earlier ones. */
export interface Expectation {
  readonly ticks: number;
  readonly frames: number;
}

export const FIRST_EXPECTATION: Expectation = { ticks: CLOCK_HZ, frames: 30 };

/** Returns the expected length of each segment if a group of pictures is cut into several equal ones. */
export function expectSegment(group: Expectation, segmentTicksMax: number): Expectation {
  const segments = Math.ceil(group.ticks / segmentTicksMax);
  return { ticks: group.ticks / segments, frames: group.frames / segments };
}

/** A grid of equal parts. */
export interface PartPlan {
  readonly originDts: number;
  readonly partTicks: number;
}

/**
 * Divides the expected length into the fewest equal parts of whole frames within the maximum. `lead` is the open
 * length before the expectation begins; `extraParts` adds parts if frames are too uneven for the fewest.
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
 * Whether a part that began at `startDts` closes at `endDts`, the picture end nearest to the grid. The next picture is
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
