import type { PlaybackWindow } from '@sangwian/contract/endpoints/telemetry';
import { REPORTED_HEIGHTS } from '@sangwian/contract/rules/telemetry';

/** Upper limits of the buckets of join times, in milliseconds. Longer times are in one more bucket. */
export const JOIN_BUCKETS_MS = [
  250, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 20_000, 60_000,
] as const;
/** Upper limits of the buckets of latencies, in milliseconds. */
export const LATENCY_BUCKETS_MS = [
  250, 500, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_000, 10_000, 15_000, 30_000, 60_000,
] as const;

const MINUTE_MS = 60_000;
/** A window with a longer stall counts as a stopped picture. */
const STOPPED_MS_MIN = 10_000;
/** Fewer sessions are no signal: one household or one tower of a carrier can fail. */
const STOPPED_SESSIONS_MIN = 5;
/** The least share of the sessions whose picture stood still. */
const STOPPED_SHARE_MIN = 0.1;
/** A period continues across one minute without enough reports. */
const STOPPED_GAP_MS_MAX = 2 * MINUTE_MS;
/** The reports of a minute arrive up to this long after its end. */
const REPORT_DELAY_MS_MAX = 2 * MINUTE_MS;

/** Returns the index of a value's bucket. */
export const bucketOf = (value: number, limits: readonly number[]): number => {
  const index = limits.findIndex((limit) => value <= limit);
  return index < 0 ? limits.length : index;
};

/**
 * Estimates a quantile from the counts of buckets; `null` without values. Interpolates within the bucket. Values
 * beyond the last limit count as the last limit.
 */
export function quantileOf(
  counts: readonly number[],
  limits: readonly number[],
  quantile: number,
): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = total * quantile;
  let before = 0;
  for (const [index, count] of counts.entries()) {
    const upper = limits[index];
    if (upper === undefined) break;
    if (count > 0 && before + count >= wanted) {
      const lower = limits[index - 1] ?? 0;
      return Math.round(lower + ((wanted - before) / count) * (upper - lower));
    }
    before += count;
  }
  return limits.at(-1) ?? null;
}

/** Returns the greatest reported height that is not above the height. */
export const reportedHeight = (height: number): number =>
  REPORTED_HEIGHTS.findLast((reported) => reported <= height) ?? 0;

/** Returns the start of the minute in which a window ended. */
export const minuteOf = (nowMs: number, ageMs: number): number =>
  Math.floor((nowMs - ageMs) / MINUTE_MS) * MINUTE_MS;

/** Whether every browser reports the window. Windows without trouble are reported by a share of the browsers. */
export const hasTrouble = (window: PlaybackWindow): boolean =>
  window.stalls > 0 || window.stall_ms > 0 || window.first_stall || window.failure !== null;

/** Returns whether the picture stood still or moved in a window; `null` for neither. */
export function signalOf(window: PlaybackWindow): 'stopped' | 'playing' | null {
  if (window.stall_ms >= STOPPED_MS_MIN) return 'stopped';
  return window.watched_ms > 0 ? 'playing' : null;
}

/** The sessions of one minute, at most one of each address. */
export interface SignalMinute {
  readonly atMs: number;
  readonly stopped: number;
  /** An estimate from the sessions that report windows without trouble. */
  readonly playing: number;
}

/** A period in which players reported a stopped picture. */
export interface StoppedSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly sessions: number;
}

/** Returns the periods in which enough sessions reported a stopped picture, oldest first. */
export function stoppedSpans(minutes: readonly SignalMinute[]): StoppedSpan[] {
  const spans: StoppedSpan[] = [];
  for (const { atMs, stopped, playing } of [...minutes].sort((a, b) => a.atMs - b.atMs)) {
    if (stopped < STOPPED_SESSIONS_MIN) continue;
    if (stopped / (stopped + playing) < STOPPED_SHARE_MIN) continue;
    const last = spans.at(-1);
    const toMs = atMs + MINUTE_MS;
    if (last !== undefined && atMs - last.toMs < STOPPED_GAP_MS_MAX) {
      spans[spans.length - 1] = {
        ...{ fromMs: last.fromMs, toMs },
        sessions: Math.max(last.sessions, stopped),
      };
    } else {
      spans.push({ fromMs: atMs, toMs, sessions: stopped });
    }
  }
  return spans;
}

/** Whether the picture may still be stopped. */
export const isOngoing = ({ toMs }: StoppedSpan, nowMs: number): boolean =>
  nowMs - toMs < REPORT_DELAY_MS_MAX;
