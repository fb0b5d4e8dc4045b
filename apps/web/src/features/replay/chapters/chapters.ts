import type { Match } from '@sangwian/contract/endpoints/live';
import type { Replay, ReplayBout } from '@sangwian/contract/endpoints/replay';
import type { MatchId } from '@sangwian/contract/ids';

/** Muay Thai, for a bout that is no longer on the card. */
const USUAL_BOUT = { rounds: 5, round_s: 180, rest_s: 120 };
/** Walk-outs and the dance before a bout. */
const WALK_OUT_MS = 6 * 60_000;
/** Ceremonies after the last bout. */
const CLOSING_MS = 5 * 60_000;
/** The seek bar always continues for this long. */
const AHEAD_MS = 60_000;
/** No evening is shorter than this for each bout, however early its bouts end. A shorter recording has excerpts. */
const EXCERPT_MS_MAX = 60_000;
/** The end of the seek bar of excerpts is rounded up to this. */
const EXCERPT_STEP_MS = 60_000;

/** A place in the replay that the fan can jump to. */
export interface Chapter {
  readonly kind: 'walk_out' | 'round';
  /** The number of the round; 0 for the walk-outs. */
  readonly round: number;
  readonly atMs: number;
}

/** Returns the known places of a bout: its walk-outs, the first bell, and the further rounds. */
export function chaptersOf({ walk_out_ms, bell_ms, rounds }: ReplayBout): Chapter[] {
  if (bell_ms === null) return [];
  const walkOut: Chapter[] =
    walk_out_ms === null || walk_out_ms >= bell_ms
      ? []
      : [{ kind: 'walk_out', round: 0, atMs: walk_out_ms }];
  const further = rounds.filter(({ number }) => number > 1);
  return [
    ...walkOut,
    { kind: 'round', round: 1, atMs: bell_ms },
    ...further.map(({ number, at_ms }): Chapter => ({ kind: 'round', round: number, atMs: at_ms })),
  ];
}

/** Returns where a bout begins for a fan who chooses it; `null` while that is hidden. */
export const beginningOf = ({ walk_out_ms, bell_ms }: ReplayBout): number | null =>
  walk_out_ms ?? bell_ms;

/** Whether the place of a bout is known and not after a position. */
export const hasBegunAt = (bout: ReplayBout, positionMs: number): boolean => {
  const beginning = beginningOf(bout);
  return beginning !== null && beginning <= positionMs;
};

/** Returns the bout at a position; `null` before the first one. */
export const boutAt = (bouts: readonly ReplayBout[], positionMs: number): ReplayBout | null =>
  bouts.findLast((bout) => hasBegunAt(bout, positionMs)) ?? null;

/**
 * Returns the right end of the seek bar without the replay's length: every bout takes all of its rounds. It moves with
 * the bouts that the fan has reached, and when the fan comes near it, so it reveals no early end. The bar of a recording
 * that is too short for whole bouts ends at the next full minute, because its length does not show how the bouts ended.
 *
 * @param lengthMs the length of the recording; 0 while it is unknown
 */
export function plannedEndMs(
  bouts: readonly ReplayBout[],
  matches: readonly Pick<Match, 'match_live_id' | 'rounds' | 'round_s' | 'rest_s'>[],
  { furthestMs, lengthMs }: { readonly furthestMs: number; readonly lengthMs: number },
): number {
  if (lengthMs > 0 && lengthMs < bouts.length * EXCERPT_MS_MAX) {
    const roundedMs = Math.ceil(lengthMs / EXCERPT_STEP_MS) * EXCERPT_STEP_MS;
    return Math.max(roundedMs, furthestMs + AHEAD_MS);
  }
  const lengthMsOf = ({ match_live_id: id }: ReplayBout): number => {
    const match = matches.find(({ match_live_id }) => match_live_id === id) ?? USUAL_BOUT;
    return (match.rounds * (match.round_s + match.rest_s) - match.rest_s) * 1_000;
  };
  const lastPlaced = bouts.findLastIndex(({ bell_ms }) => bell_ms !== null);
  const bellMs = bouts[lastPlaced]?.bell_ms ?? 0;
  const aheadMs = bouts
    .slice(Math.max(0, lastPlaced))
    .reduce((sum, bout, index) => sum + lengthMsOf(bout) + (index === 0 ? 0 : WALK_OUT_MS), 0);
  const plannedMs = bouts.length === 0 ? 0 : bellMs + aheadMs + CLOSING_MS;
  return Math.max(plannedMs, furthestMs + AHEAD_MS);
}

/** Returns the bout that the URL names. */
export const requestedBout = (search: URLSearchParams): MatchId | undefined => {
  const id = search.get('bout') ?? '';
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? (id as MatchId) : undefined;
};

/** Returns where the URL asks the replay to begin (`?bout=` or `?t=` in seconds); `null`: nowhere. */
export function requestedStartMs(search: URLSearchParams, replay: Replay): number | null {
  const bout = replay.bouts.find(({ match_id }) => match_id === search.get('bout'));
  if (bout !== undefined) return beginningOf(bout);
  const seconds = Number(search.get('t') || Number.NaN);
  return seconds >= 0 ? seconds * 1_000 : null;
}
