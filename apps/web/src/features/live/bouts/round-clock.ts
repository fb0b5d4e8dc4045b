import type { Match } from '@sangwian/contract/endpoints/live';

/** Muay Thai has rounds of three minutes and rests of two. */
const ROUND_MS = 3 * 60_000;
const REST_MS = 2 * 60_000;

const lengthOf = ({ resting }: Pick<NonNullable<Match['round']>, 'resting'>): number =>
  resting ? REST_MS : ROUND_MS;

const leftMsOf = (
  round: NonNullable<Match['round']>,
  nowMs: number,
  stoppedAt: string | null,
): number => {
  const shownMs = stoppedAt === null ? nowMs : Math.min(nowMs, Date.parse(stoppedAt));
  return lengthOf(round) - (shownMs - Date.parse(round.started_at));
};

/**
 * Returns whether the last round is over and the decision is due.
 *
 * @param nowMs time at the stadium that the viewer's video shows
 */
export const isAfterLastRound = (
  { round, rounds, clock_stopped_at }: Pick<Match, 'round' | 'rounds' | 'clock_stopped_at'>,
  nowMs: number,
): boolean =>
  round !== null &&
  round.number >= rounds &&
  (round.resting || leftMsOf(round, nowMs, clock_stopped_at) <= 0);

/**
 * Formats the remaining time of the round or the rest like the clock in the ring: `2:14`, and `0:00` at the end.
 *
 * @param nowMs time at the stadium that the viewer's video shows
 * @param stoppedAt time at which the clock was stopped; `null` while it runs
 */
export const formatRoundClock = (
  round: NonNullable<Match['round']>,
  nowMs: number,
  stoppedAt: string | null,
): string => {
  const leftMs = leftMsOf(round, nowMs, stoppedAt);
  const leftS = Math.ceil(Math.min(lengthOf(round), Math.max(0, leftMs)) / 1000);
  return `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`;
};
