import type { TargetState } from './reminder-rules.ts';
import type { TargetRow } from './reminders.store.ts';

/** A card without a live counts as over after this time, even if results are missing. */
const ASSUMED_OVER_MS = 12 * 3_600_000;

/**
 * Returns the state of a card: the state of its live or, without a live, a state derived from the results and the time.
 */
function stateOfProgram(row: TargetRow, now: Date): TargetState {
  const { starts_at: startsAt, live_status: status, bouts } = row;
  const decided = bouts > 0 && row.bouts_decided === bouts;
  const isAssumedOver = now.getTime() - startsAt.getTime() >= ASSUMED_OVER_MS;
  return {
    startsAt,
    begun: status === null ? null : status !== 'not_started',
    over: status === null ? decided || isAssumedOver : status === 'ended',
    cancelled: row.live_cancelled || (bouts > 0 && row.bouts_cancelled === bouts),
    // An ended live never begins again.
    final: status === null ? isAssumedOver : status === 'ended' && !row.live_cancelled,
  };
}

/**
 * Returns the state of a bout. The live decides whether it has begun. It is over once it has a result or the card is
 * over.
 */
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
