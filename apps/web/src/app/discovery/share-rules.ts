import type { Fighter } from '@sangwian/contract/endpoints/fighters';
import type { Live, MatchResult } from '@sangwian/contract/endpoints/live';
import type { Program, ProgramMatch } from '@sangwian/contract/endpoints/program';

/** An operator can withdraw a result within this time. */
const RESULT_HOLD_MS = 2 * 60_000;

/** The maximum length of an evening. */
const EVENING_MS = 12 * 60 * 60_000;

/** A fighter's record without spoilers. */
export interface PublicRecord {
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
}

/**
 * Returns the result for a share image; `null` until the whole evening is over and the result is final. Otherwise a
 * link preview could be a spoiler for viewers.
 *
 * @param live the evening's live; `null` if there is none
 */
export function publicResult(
  match: ProgramMatch,
  program: Pick<Program, 'status'>,
  live: Pick<Live, 'ended_at' | 'matches' | 'status'> | null,
  now_ms: number,
): MatchResult | null {
  if (match.result === null || program.status !== 'ended') return null;
  if (live === null) return match.result;
  if (live.status !== 'ended' || live.ended_at === null) return null;
  const shown = live.matches.find(({ match_id }) => match_id === match.match_id);
  const recorded = shown?.result_at ?? live.ended_at;
  const finalAtMs = Math.max(Date.parse(recorded), Date.parse(live.ended_at)) + RESULT_HOLD_MS;
  return finalAtMs <= now_ms ? match.result : null;
}

/** Returns the fighter's record without bouts of an evening that may still be running. */
export function publicRecord(
  { record, last_five }: Pick<Fighter, 'record' | 'last_five'>,
  now_ms: number,
): PublicRecord {
  const fresh = last_five.filter(({ starts_at }) => Date.parse(starts_at) + EVENING_MS > now_ms);
  const freshCount = (outcome: 'win' | 'loss' | 'draw'): number =>
    fresh.filter((bout) => bout.outcome === outcome).length;
  return {
    wins: record.wins - freshCount('win'),
    losses: record.losses - freshCount('loss'),
    draws: record.draws - freshCount('draw'),
  };
}
