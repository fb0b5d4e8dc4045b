import type { TargetState } from './reminder-rules.ts';
import type { TargetRow } from './reminders.store.ts';

/** A card that nobody showed, and that nobody told a result of, is over then. */
const FORGOTTEN_MS = 12 * 3_600_000;

/** A card is what its live is; one without a live what its results and the clock say. */
function stateOfProgram(row: TargetRow, now: Date): TargetState {
  const { starts_at: startsAt, live_status: status, bouts } = row;
  const decided = bouts > 0 && row.bouts_decided === bouts;
  const forgotten = now.getTime() - startsAt.getTime() >= FORGOTTEN_MS;
  return {
    startsAt,
    begun: status === null ? null : status !== 'not_started',
    over: status === null ? decided || forgotten : status === 'ended',
    cancelled: row.live_cancelled || (bouts > 0 && row.bouts_cancelled === bouts),
    // A live never begins again.
    sealed: status === null ? forgotten : status === 'ended' && !row.live_cancelled,
  };
}

/** A bout has begun when its live says so, and is over with its result or its card. */
function stateOfBout(row: TargetRow, card: TargetState): TargetState {
  const { starts_at: startsAt, match_status: status, winner } = row;
  return {
    startsAt,
    begun: status === null ? null : status !== 'not_started',
    over: winner !== null || status === 'ended' || card.over,
    cancelled: winner === 'none' || card.cancelled,
    sealed: card.sealed,
  };
}

/** How a card or a bout stands. */
export function stateOf(row: TargetRow, now: Date): TargetState {
  const card = stateOfProgram(row, now);
  return row.bout_id === null ? card : stateOfBout(row, card);
}
