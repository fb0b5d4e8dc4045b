import type { Match } from '@sangwian/contract/endpoints/live';
import type { Replay as PresentedReplay, ReplayBout } from '@sangwian/contract/endpoints/replay';
import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import { type BoutTimes, walkOutAt } from './chapter-rules.ts';
import type { ReplayRow } from './replay.store.ts';
import type { Replay } from './replay-reader.ts';
import { lengthUs, positionAt, type ReplayTrack } from './replay-timeline.ts';

export interface ReplayView {
  /** Leaves out results, the duration, and chapters after the position. */
  readonly hidesResults: boolean;
  /** How far the fan has watched, in milliseconds. */
  readonly positionMs: number;
  /** The id of the bout to which the fan jumps. Its chapter is included. */
  readonly reveals: string | undefined;
}

interface BoutParts {
  readonly times: BoutTimes;
  readonly before: BoutTimes | undefined;
  readonly match: Match;
}

function presentBout(
  track: ReplayTrack,
  { times, before, match }: BoutParts,
  { hidesResults, positionMs, reveals }: ReplayView,
): ReplayBout | null {
  const bellMs = positionAt(track, times.bellAt.getTime());
  if (bellMs === null) return null;
  const [first] = track.segments;
  const walkOut = walkOutAt(times, before, new Date(first?.startMs ?? 0));
  const rounds = times.rounds.flatMap(({ number, at }) => {
    const atMs = positionAt(track, at.getTime());
    return atMs === null ? [] : [{ number, at_ms: atMs }];
  });
  const endedMs = times.endedAt === null ? null : positionAt(track, times.endedAt.getTime());
  const walkOutMs = walkOut === null ? null : positionAt(track, walkOut.getTime());
  const { match_live_id, match_id, order, main_event, red, blue, result, result_at: at } = match;
  const recordedMs = at === null ? null : positionAt(track, Date.parse(at));
  // A result that no operator recorded may have any time, so it counts from the end of the bout at the
  // earliest.
  const resultMs = recordedMs === null ? null : Math.max(recordedMs, endedMs ?? bellMs);
  const hasReached = (ms: number | null): boolean =>
    !hidesResults || (ms !== null && ms <= positionMs);
  // The start of a later bout would reveal how long the earlier bouts took.
  const isPlaced =
    !hidesResults || match_id === reveals || Math.min(walkOutMs ?? bellMs, bellMs) <= positionMs;
  return {
    ...{ match_live_id, match_id, order, main_event },
    red: { fighter_id: red.fighter_id, name: red.name },
    blue: { fighter_id: blue.fighter_id, name: blue.name },
    walk_out_ms: isPlaced ? walkOutMs : null,
    bell_ms: isPlaced ? bellMs : null,
    // The number of rounds would reveal whether a bout ended early.
    rounds: rounds.filter(({ at_ms: atMs }) => !hidesResults || atMs <= positionMs),
    ended_ms: hasReached(endedMs) ? endedMs : null,
    result: hasReached(resultMs) ? result : null,
  };
}

/** Returns when a replay is removed; `null` while the live is in progress. */
function expiryOf({ is_over, expires_at }: ReplayRow, { hidesResults }: ReplayView): string | null {
  if (!is_over || expires_at === null) return null;
  const shown = hidesResults ? startOfBangkokDay(bangkokDay(expires_at)) : expires_at;
  return shown.toISOString();
}

/**
 * Presents a replay with its chapters: the bouts and rounds at the times of the operator's acts, mapped to
 * positions in the video.
 */
export function presentReplay(
  { row, tracks }: Replay,
  card: { readonly matches: readonly Match[]; readonly times: readonly BoutTimes[] },
  view: ReplayView,
): PresentedReplay | null {
  const [track] = tracks;
  const [first] = track?.segments ?? [];
  if (track === undefined || first === undefined) return null;
  const matches = new Map<string, Match>(card.matches.map((one) => [one.match_live_id, one]));
  const bouts = card.times.flatMap((times, index) => {
    const match = matches.get(times.matchLiveId);
    if (match === undefined) return [];
    const parts = { times, before: card.times[index - 1], match };
    return presentBout(track, parts, view) ?? [];
  });
  return {
    program_live_id: row.program_live_id as PresentedReplay['program_live_id'],
    begins_at: new Date(first.startMs).toISOString(),
    expires_at: expiryOf(row, view),
    duration_ms: view.hidesResults ? null : Math.round(lengthUs(track) / 1_000),
    bouts,
  };
}
