import { CLIP_LIMITS } from '@sangwian/contract/clip-limits';

const SECOND_MS = 1_000;
export const CLIP_S_MIN = CLIP_LIMITS.clipMsMin / SECOND_MS;
export const CLIP_S_MAX = CLIP_LIMITS.clipMsMax / SECOND_MS;
const REACH_S = CLIP_LIMITS.clipReachMs / SECOND_MS;
const CHOSEN_S = 30;

/** A range of the video, in whole seconds on the player's timeline. */
export interface ClipChoice {
  readonly startS: number;
  readonly endS: number;
}

/**
 * Returns the range that can be chosen: the last minutes that the fan has watched, so that the sheet shows no spoiler.
 */
export const reachOf = (positionS: number, fromS: number): ClipChoice => ({
  startS: Math.max(Math.ceil(fromS), Math.floor(positionS) - REACH_S, 0),
  endS: Math.floor(positionS),
});

/** Returns whether a range is long enough for a clip. */
export const isLongEnough = ({ startS, endS }: ClipChoice): boolean => endS - startS >= CLIP_S_MIN;

/** Returns the last half minute of a range. */
export const lastOf = ({ startS, endS }: ClipChoice): ClipChoice => ({
  startS: Math.max(startS, endS - CHOSEN_S),
  endS,
});

const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max);

/** Moves the start. Also moves the end if the clip would be too short or too long. */
export function withStart(choice: ClipChoice, startS: number, reach: ClipChoice): ClipChoice {
  const start = clamp(startS, reach.startS, reach.endS - CLIP_S_MIN);
  return { startS: start, endS: clamp(choice.endS, start + CLIP_S_MIN, start + CLIP_S_MAX) };
}

/** Moves the end. Also moves the start if the clip would be too short or too long. */
export function withEnd(choice: ClipChoice, endS: number, reach: ClipChoice): ClipChoice {
  const end = clamp(endS, reach.startS + CLIP_S_MIN, reach.endS);
  return { startS: clamp(choice.startS, end - CLIP_S_MAX, end - CLIP_S_MIN), endS: end };
}
