import type { Match } from '@sangwian/contract/endpoints/live';

/** The fields of a bout from which its clock follows. */
type ClockedBout = Pick<Match, 'round' | 'round_s' | 'rest_s' | 'clock_stopped_at'>;

const lengthMsOf = ({ round, round_s, rest_s }: ClockedBout): number =>
  (round?.resting ? rest_s : round_s) * 1000;

const leftMsOf = (bout: ClockedBout, nowMs: number): number => {
  const { round, clock_stopped_at: stoppedAt } = bout;
  const shownMs = stoppedAt === null ? nowMs : Math.min(nowMs, Date.parse(stoppedAt));
  return lengthMsOf(bout) - (shownMs - Date.parse(round?.started_at ?? ''));
};

/**
 * Returns whether the last round is over and the decision is due.
 *
 * @param nowMs time at the stadium that the viewer's video shows
 */
export const isAfterLastRound = (
  bout: ClockedBout & Pick<Match, 'rounds'>,
  nowMs: number,
): boolean =>
  bout.round !== null &&
  bout.round.number >= bout.rounds &&
  (bout.round.resting || leftMsOf(bout, nowMs) <= 0);

/**
 * Formats the remaining time of the round or the rest like the clock in the ring: `2:14`, and `0:00` at the end.
 *
 * @param nowMs time at the stadium that the viewer's video shows
 */
export const formatRoundClock = (bout: ClockedBout, nowMs: number): string => {
  const leftMs = Math.min(lengthMsOf(bout), Math.max(0, leftMsOf(bout, nowMs)));
  const leftS = Math.ceil(leftMs / 1000);
  return `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`;
};
