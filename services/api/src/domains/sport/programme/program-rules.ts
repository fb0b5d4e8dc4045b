import type { LiveStatusValue, WinnerValue } from '../../live/lives/lives.tables.ts';

/** A card that nobody showed, and that nobody told a result of, is over then. */
export const FORGOTTEN_MS = 12 * 3_600_000;

interface BoutState {
  readonly winner: WinnerValue | null;
  readonly match_status: LiveStatusValue | null;
}

/** A bout is over with its result; before that it is what the live that shows it says. */
export function statusOfBout({ winner, match_status }: BoutState): LiveStatusValue {
  if (winner !== null) return 'ended';
  return match_status ?? 'not_started';
}

/** A card is what its live is; one without a live what its results and the clock say. */
export function statusOfProgram(
  program: { readonly live_status: LiveStatusValue | null; readonly starts_at: Date },
  bouts: readonly BoutState[],
  now: Date,
): LiveStatusValue {
  if (program.live_status !== null) return program.live_status;
  const decided = bouts.filter(({ winner }) => winner !== null).length;
  if (bouts.length > 0 && decided === bouts.length) return 'ended';
  const sinceMs = now.getTime() - program.starts_at.getTime();
  if (sinceMs >= FORGOTTEN_MS) return 'ended';
  return decided > 0 || sinceMs >= 0 ? 'in_progress' : 'not_started';
}

/** Called off with its live, or bout by bout. */
export const isCancelled = (
  program: { readonly cancelled: boolean },
  bouts: readonly BoutState[],
): boolean =>
  program.cancelled || (bouts.length > 0 && bouts.every(({ winner }) => winner === 'none'));
