import type { TargetState } from './reminder-rules.ts';
import type { TargetRow } from './reminders.store.ts';

/** A card without a live and without all results counts as over after this time. */
const ASSUMED_OVER_MS = 12 * 3_600_000;

/** Returns the state of a card: that of its live, else by its results and the clock. */
function stateOfProgram(row: TargetRow, now: Date): TargetState {
  const { starts_at: startsAt, live_status: status, bouts } = row;
  const decided = bouts > 0 && row.bouts_decided === bouts;
  const isAssumedOver = now.getTime() - startsAt.getTime() >= ASSUMED_OVER_MS;
  return {
    startsAt,
    begun: status === null ? null : status !== 'not_started',
    over: status === null ? decided || isAssumedOver : status === 'ended',
    cancelled: row.live_cancelled || (bouts > 0 && row.bouts_cancelled === bouts),
    // A live never begins again.
    final: status === null ? isAssumedOver : status === 'ended' && !row.live_cancelled,
  };
}

/** Returns the state of a bout: begun by its live, over with its result or its card. */
function stateOfBout(row: TargetRow, card: TargetState): TargetState {
  const { starts_at: startsAt, match_status: status, winner } = row;
  return {
    startsAt,
    begun: status === null ? null : status !== 'not_started',
    over: winner !== null || status === 'ended' || card.over,
    cancelled: winner === 'none' || card.cancelled,
    final: card.final,
  };
}

export function stateOf(row: TargetRow, now: Date): TargetState {
  const card = stateOfProgram(row, now);
  return row.bout_id === null ? card : stateOfBout(row, card);
}
