import type { LiveStatusValue, WinnerValue } from '../../live/lives/lives.tables.ts';

/** A card without a live counts as over after this time, even if results are missing. */
export const ASSUMED_OVER_MS = 12 * 3_600_000;

interface BoutState {
  readonly winner: WinnerValue | null;
  readonly match_status: LiveStatusValue | null;
}

/** Returns a bout's status: ended if it has a result, otherwise its status in the live. */
export function statusOfBout({ winner, match_status }: BoutState): LiveStatusValue {
  if (winner !== null) return 'ended';
  return match_status ?? 'not_started';
}

/**
 * Returns a card's status: the status of its live or, without a live, a status derived from the results and the time.
 */
export function statusOfProgram(
  program: { readonly live_status: LiveStatusValue | null; readonly starts_at: Date },
  bouts: readonly BoutState[],
  now: Date,
): LiveStatusValue {
  if (program.live_status !== null) return program.live_status;
  const decided = bouts.filter(({ winner }) => winner !== null).length;
  if (bouts.length > 0 && decided === bouts.length) return 'ended';
  const sinceMs = now.getTime() - program.starts_at.getTime();
  if (sinceMs >= ASSUMED_OVER_MS) return 'ended';
  return decided > 0 || sinceMs >= 0 ? 'in_progress' : 'not_started';
}

/** Returns whether a card is cancelled: its live or all its bouts are cancelled. */
export const isCancelled = (
  program: { readonly cancelled: boolean },
  bouts: readonly BoutState[],
): boolean =>
  program.cancelled || (bouts.length > 0 && bouts.every(({ winner }) => winner === 'none'));
