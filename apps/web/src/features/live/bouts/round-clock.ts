import type { Match } from '@sangwian/contract/endpoints/live';

/** Muay Thai: rounds of three minutes and rests of two. */
const ROUND_MS = 3 * 60_000;
const REST_MS = 2 * 60_000;

/**
 * Formats the time left of the round or the rest, as the clock in the ring shows it: `2:14`, and `0:00` at the end.
 * @param nowMs moment that the viewer's picture shows
 * @param stoppedAt when the clock was stopped, if it is
 */
export const formatRoundClock = (
  { started_at, resting }: NonNullable<Match['round']>,
  nowMs: number,
  stoppedAt: string | null,
): string => {
  const lengthMs = resting ? REST_MS : ROUND_MS;
  const shownMs = stoppedAt === null ? nowMs : Math.min(nowMs, Date.parse(stoppedAt));
  const leftMs = lengthMs - (shownMs - Date.parse(started_at));
  const leftS = Math.ceil(Math.min(lengthMs, Math.max(0, leftMs)) / 1000);
  return `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`;
};
