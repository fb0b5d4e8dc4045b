import type { MatchResult } from '@sangwian/contract/endpoints/live';
import type { PredictStatus } from '@sangwian/contract/endpoints/predict';
import { bangkokDay, endOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import { worthOf } from './pick-codes.ts';

const HOUR_MS = 60 * 60_000;
/** Scores are final at this hour of the next day, whatever is missing. */
const FINAL_HOUR = 12;
/** A result can be taken back for two minutes; scores wait a little longer. */
export const REST_MS = 5 * 60_000;

/** So long may one transaction score sheets: whoever changes boards meanwhile waits for it. */
export const STEP_MS = 100;
const STEP_GROWTH_MAX = 2;
const STEP_SHEETS_MIN = 10;

/** A bout as the game sees it. */
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

/** A bout as it was predicted, and its place in every sheet. */
export interface Slot {
  readonly slot: number;
  readonly boutId: string;
  readonly redFighterId: string;
  readonly blueFighterId: string;
  readonly substitutions: number;
}

/** What is remembered of a programme. */
export interface GameState {
  readonly closedAt: Date | null;
  readonly scoredAt: Date | null;
}

export const NEW_GAME: GameState = { closedAt: null, scoredAt: null };

/** When the first bout is planned to begin; `null` where there is none. */
export function plannedStartOf(bouts: readonly Pick<GameBout, 'startsAt'>[]): Date | null {
  if (bouts.length === 0) return null;
  return new Date(Math.min(...bouts.map((bout) => bout.startsAt.getTime())));
}

/** 12:00 in Bangkok of the day after the programme's first bout. */
export const finalByOf = (startsAt: Date): Date =>
  new Date(endOfBangkokDay(bangkokDay(startsAt)).getTime() + FINAL_HOUR * HOUR_MS);

/** The month that a programme counts for: that of its first bout in Bangkok, `YYYY-MM`. */
export const monthOf = (startsAt: Date): string => bangkokDay(startsAt).slice(0, 7);

/** Whether a sheet needs a pick of it: it has no result yet. */
export const isPickable = (bout: Pick<GameBout, 'result'>): boolean => bout.result === null;

/**
 * Whether sheets are closed: the first bout began, really or by the plan, whichever is earlier; or nothing is left to be
 * predicted.
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

/** Whether scores can be final: every result has rested, or it is 12:00 of the next day. */
export function isFinalDue(state: GameState, bouts: readonly GameBout[], now: Date): boolean {
  const planned = plannedStartOf(bouts);
  if (planned === null || !isClosed(state, bouts, now)) return false;
  if (now.getTime() >= finalByOf(planned).getTime()) return true;
  return bouts.every(
    ({ resultAt }) => resultAt !== null && now.getTime() - resultAt.getTime() >= REST_MS,
  );
}

export function statusOf(state: GameState, bouts: readonly GameBout[], now: Date): PredictStatus {
  if (!isClosed(state, bouts, now)) return 'open';
  return state.scoredAt === null ? 'scoring' : 'final';
}

/** Whether a slot is this bout as it is fought: nobody was substituted since it was predicted. */
export const isSlotOf = (slot: Slot, bout: GameBout): boolean =>
  slot.boutId === bout.boutId &&
  slot.redFighterId === bout.redFighterId &&
  slot.blueFighterId === bout.blueFighterId &&
  slot.substitutions === bout.substitutions;

/** The result that picks of a slot are held against; `null` where they count for nobody, or there is none yet. */
export const resultFor = (slot: Slot, bouts: readonly GameBout[]): MatchResult | null =>
  bouts.find((bout) => isSlotOf(slot, bout))?.result ?? null;

/** What each code is worth in each slot, slot after slot: what sheets are scored by. */
export const worthsOf = (slots: readonly Slot[], bouts: readonly GameBout[]): number[] =>
  slots.flatMap((slot) => worthOf(resultFor(slot, bouts)));

/** What scores depend on, in a text: the same results have the same. */
export const fingerprintOf = (slots: readonly Slot[], bouts: readonly GameBout[]): string =>
  slots
    .map((slot) => {
      const result = resultFor(slot, bouts);
      return result === null
        ? '-'
        : `${result.winner} ${result.method} ${result.round ?? ''}`.trim();
    })
    .join('; ');

/** How many sheets the next transaction scores, when the last one took so long for so many. */
export function stepAfter(sheets: number, tookMs: number): number {
  const growth = tookMs <= 0 ? STEP_GROWTH_MAX : Math.min(STEP_MS / tookMs, STEP_GROWTH_MAX);
  return Math.max(STEP_SHEETS_MIN, Math.round(sheets * growth));
}
