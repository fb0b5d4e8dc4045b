import type { RestreamFailure } from '@sangwian/contract/endpoints/operator/restream';

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;
/** A connection that has sent for this long resets the count of failures. */
const STABLE_MS = 60_000;
/** A target that has not taken the stream for this long is tried again. */
const CONNECT_MS_MAX = 15_000;
/** A target that takes nothing for this long is tried again. */
const STALL_MS_MAX = 10_000;

/** Returns the failures in a row after one more, which followed `sentMs` of sending. */
export const countFailure = (before: number, sentMs: number): number =>
  sentMs > STABLE_MS ? 1 : before + 1;

/** Returns the pause before the next attempt: a second, doubled with each failure in a row up to a minute. */
export const pauseAfter = (failures: number): number =>
  Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** Math.max(0, failures - 1));

export interface RunProgress {
  readonly startedMs: number;
  /** `null`: the target has not taken the stream yet. */
  readonly sendingSinceMs: number | null;
  /** When the target last took bytes. */
  readonly movedMs: number;
}

/** Returns why a connection has to be given up; `null`: it works. */
export function faultOf(run: RunProgress, nowMs: number): RestreamFailure | null {
  if (run.sendingSinceMs === null)
    return nowMs - run.startedMs > CONNECT_MS_MAX ? 'unreachable' : null;
  return nowMs - run.movedMs > STALL_MS_MAX ? 'too_slow' : null;
}
