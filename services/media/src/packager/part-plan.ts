import { CLOCK_HZ } from '../stream/access-unit.ts';

/** No part is longer; the playlist's PART-TARGET, which may never change. */
export const PART_TICKS_MAX = 0.4 * CLOCK_HZ;
/** A last part that is shorter may never be fetched by players that pad their buffers. */
export const TAIL_TICKS_MIN = 0.25 * CLOCK_HZ;
/** A segment that has waited this long for a better key frame takes a tail that is only just fetched. */
export const SEGMENT_TICKS_LONG = 2 * CLOCK_HZ;
export const TAIL_TICKS_MIN_LONG = 0.21 * CLOCK_HZ;
/** What a shorter tail is stretched to when the publisher goes: audio that is cut before it still leaves the minimum. */
export const TAIL_TICKS_HELD = 0.28 * CLOCK_HZ;
/** A segment takes whole groups of pictures until it is this long. */
export const SEGMENT_TICKS_MIN = 0.75 * CLOCK_HZ;

/** How long the next segment is expected to be: what was seen before. */
export interface Expectation {
  readonly ticks: number;
  readonly frames: number;
}

export const FIRST_EXPECTATION: Expectation = { ticks: CLOCK_HZ, frames: 30 };

/** What is expected of each segment where a group of pictures has to be cut into several, of equal length. */
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
 * Divides what is expected into the fewest equal parts of whole frames that are within the maximum.
 * `lead` is what stands open before the expectation begins; `extraParts` are more than the fewest, where frames are
 * so uneven that the fewest did not fit.
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
 * Whether a part that began at `startDts` closes at `endDts`, the end of a picture nearest to the grid. The next
 * picture is taken to be `nextTicks` long; where it is longer than fits, the part closes before it all the same.
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
