import type { MatchResult } from '@sangwian/contract/endpoints/live';
import type { PredictStatus } from '@sangwian/contract/endpoints/predict';
import { bangkokDay, endOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import { pointsByCode } from './pick-codes.ts';

const HOUR_MS = 60 * 60_000;
/** The hour of the next day at which scores become final, even if results are missing. */
const FINAL_HOUR = 12;
/** A result can be withdrawn for two minutes. Scoring waits a little longer. */
export const RESULT_WAIT_MS = 5 * 60_000;

/** Target duration of one scoring transaction, which blocks other changes of boards. */
export const STEP_MS = 100;
const STEP_GROWTH_MAX = 2;
const STEP_SHEETS_MIN = 10;

export interface GameBout {
  readonly boutId: string;
  readonly startsAt: Date;
  readonly redFighterId: string;
  readonly blueFighterId: string;
  readonly substitutions: number;
  readonly hasBegun: boolean;
  readonly result: MatchResult | null;
  readonly resultAt: Date | null;
}

/** The pairing of a bout that fans predict, and its position in every sheet. */
export interface Slot {
  readonly slot: number;
  readonly boutId: string;
  readonly redFighterId: string;
  readonly blueFighterId: string;
  readonly substitutions: number;
}

export interface GameState {
  readonly closedAt: Date | null;
  readonly scoredAt: Date | null;
  /** When an operator made the scores final before the deadline. */
  readonly finalisedAt: Date | null;
}

export const NEW_GAME: GameState = { closedAt: null, scoredAt: null, finalisedAt: null };

/** Returns the planned start of the first bout; `null` if there are no bouts. */
export function plannedStartOf(bouts: readonly Pick<GameBout, 'startsAt'>[]): Date | null {
  if (bouts.length === 0) return null;
  return new Date(Math.min(...bouts.map((bout) => bout.startsAt.getTime())));
}

/** Returns when scores become final at the latest: at 12:00 in Bangkok on the day after the first bout. */
export const finalDeadline = (startsAt: Date): Date =>
  new Date(endOfBangkokDay(bangkokDay(startsAt)).getTime() + FINAL_HOUR * HOUR_MS);

/** Returns the month of a card's first bout in Bangkok, as `YYYY-MM`. */
export const monthOf = (startsAt: Date): string => bangkokDay(startsAt).slice(0, 7);

/** Returns whether fans can pick a bout. They can until it has a result. */
export const isPickable = (bout: Pick<GameBout, 'result'>): boolean => bout.result === null;

/**
 * Returns whether the sheets of a card are closed: a bout has begun, the planned start has passed, or no bout is left
 * to pick.
 */
export function isClosed(state: GameState, bouts: readonly GameBout[], now: Date): boolean {
  const planned = plannedStartOf(bouts);
  if (planned === null || state.closedAt !== null) return true;
  return (
    now.getTime() >= planned.getTime() ||
    bouts.some((bout) => bout.hasBegun) ||
    !bouts.some(isPickable)
  );
}

/**
 * Returns whether the scores can become final: every result is old enough, the deadline has passed, or an operator made
 * the scores final.
 */
export function isFinalDue(state: GameState, bouts: readonly GameBout[], now: Date): boolean {
  const planned = plannedStartOf(bouts);
  if (planned === null || !isClosed(state, bouts, now)) return false;
  if (state.finalisedAt !== null) return true;
  if (now.getTime() >= finalDeadline(planned).getTime()) return true;
  return bouts.every(
    ({ resultAt }) => resultAt !== null && now.getTime() - resultAt.getTime() >= RESULT_WAIT_MS,
  );
}

export function statusOf(state: GameState, bouts: readonly GameBout[], now: Date): PredictStatus {
  if (!isClosed(state, bouts, now)) return 'open';
  return state.scoredAt === null ? 'scoring' : 'final';
}

/** Returns whether a slot is the current pairing of the bout, with no substitution since. */
export const isSlotOf = (slot: Slot, bout: GameBout): boolean =>
  slot.boutId === bout.boutId &&
  slot.redFighterId === bout.redFighterId &&
  slot.blueFighterId === bout.blueFighterId &&
  slot.substitutions === bout.substitutions;

/** Returns the result that decides the picks of a slot; `null` if the pairing has changed or the bout has no result. */
export const resultFor = (slot: Slot, bouts: readonly GameBout[]): MatchResult | null =>
  bouts.find((bout) => isSlotOf(slot, bout))?.result ?? null;

export const pointsBySlot = (slots: readonly Slot[], bouts: readonly GameBout[]): number[] =>
  slots.flatMap((slot) => pointsByCode(resultFor(slot, bouts)));

/** Returns a text that identifies the results on which the scores depend. */
export const resultsFingerprint = (slots: readonly Slot[], bouts: readonly GameBout[]): string =>
  slots
    .map((slot) => {
      const result = resultFor(slot, bouts);
      return result === null
        ? '-'
        : `${result.winner} ${result.method} ${result.round ?? ''}`.trim();
    })
    .join('; ');

/** Returns how many sheets the next scoring transaction should score, given the duration of the last one. */
export function nextStepSize(sheets: number, tookMs: number): number {
  const growth = tookMs <= 0 ? STEP_GROWTH_MAX : Math.min(STEP_MS / tookMs, STEP_GROWTH_MAX);
  return Math.max(STEP_SHEETS_MIN, Math.round(sheets * growth));
}
