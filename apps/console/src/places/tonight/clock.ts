import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';

const MINUTE_S = 60;

/** Formats seconds as a clock: `2:05`, or `1:02:05` from one hour on. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / MINUTE_S);
  if (minutes < MINUTE_S) return `${minutes}:${two(whole % MINUTE_S)}`;
  return `${Math.floor(minutes / MINUTE_S)}:${two(minutes % MINUTE_S)}:${two(whole % MINUTE_S)}`;
}

/** Returns the seconds left of a bout's current round or rest; `null` if no round is running. */
export function secondsLeft(
  {
    round,
    clock_stopped_at: stoppedAt,
    round_s,
    rest_s,
  }: Pick<ShowBout, 'round' | 'clock_stopped_at' | 'round_s' | 'rest_s'>,
  nowMs: number,
): number | null {
  if (round === null) return null;
  const length = round.resting ? rest_s : round_s;
  const atMs = stoppedAt === null ? nowMs : Date.parse(stoppedAt);
  const left = length - (atMs - Date.parse(round.started_at)) / 1_000;
  return Math.min(length, Math.max(0, left));
}

/** Returns the elapsed share of a round, from 0 to 1. */
export const shareDone = (left: number | null, length: number): number =>
  left === null ? 0 : Math.min(1, Math.max(0, 1 - left / length));
