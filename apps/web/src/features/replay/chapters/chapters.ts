import type { Match } from '@sangwian/contract/endpoints/live';
import type { Replay, ReplayBout } from '@sangwian/contract/endpoints/replay';

const ROUND_MS = 3 * 60_000;
const REST_MS = 2 * 60_000;
/** Ceremonies after the last bout. */
const CLOSING_MS = 5 * 60_000;
/** The seek bar always goes on for this long. */
const AHEAD_MS = 60_000;
const ROUNDS_DEFAULT = 5;

/** A place in the replay that the fan can jump to. */
export interface Chapter {
  readonly kind: 'walk_out' | 'round';
  /** The number of the round; 0 for the walk-outs. */
  readonly round: number;
  readonly atMs: number;
}

/** Returns the places of a bout: its walk-outs, the first bell, and the further rounds that are known. */
export function chaptersOf({ walk_out_ms, bell_ms, rounds }: ReplayBout): Chapter[] {
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

/** Returns where a bout begins for a fan who chooses it. */
export const beginningOf = ({ walk_out_ms, bell_ms }: ReplayBout): number => walk_out_ms ?? bell_ms;

/** Returns the bout at a position; `null` before the first one. */
export const boutAt = (bouts: readonly ReplayBout[], positionMs: number): ReplayBout | null =>
  bouts.findLast((bout) => beginningOf(bout) <= positionMs) ?? null;

/**
 * Returns the right end of the seek bar without the replay's length: every bout that began takes all of its rounds. It
 * only moves when the fan comes near it, so it tells of no early end.
 */
export function plannedEndMs(
  bouts: readonly ReplayBout[],
  matches: readonly Pick<Match, 'match_live_id' | 'rounds'>[],
  furthestMs: number,
): number {
  const last = bouts.at(-1);
  if (last === undefined) return furthestMs + AHEAD_MS;
  const match = matches.find(({ match_live_id }) => match_live_id === last.match_live_id);
  const rounds = match?.rounds ?? ROUNDS_DEFAULT;
  const boutMs = rounds * ROUND_MS + (rounds - 1) * REST_MS;
  return Math.max(last.bell_ms + boutMs + CLOSING_MS, furthestMs + AHEAD_MS);
}

/** Returns where the address asks the replay to begin (`?bout=` or `?t=` in seconds); `null`: nowhere. */
export function requestedStartMs(search: URLSearchParams, replay: Replay): number | null {
  const bout = replay.bouts.find(({ match_id }) => match_id === search.get('bout'));
  if (bout !== undefined) return beginningOf(bout);
  const seconds = Number(search.get('t') || Number.NaN);
  return seconds >= 0 ? seconds * 1_000 : null;
}
