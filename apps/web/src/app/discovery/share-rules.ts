import type { Fighter } from '@sangwian/contract/endpoints/fighters';
import type { Live, MatchResult } from '@sangwian/contract/endpoints/live';
import type { Program, ProgramMatch } from '@sangwian/contract/endpoints/program';

/** In this time whoever recorded a result can take it back; after it the result stands. */
const RESULT_HOLD_MS = 2 * 60_000;

/** An evening is over by then, whenever it began. */
const EVENING_MS = 12 * 60 * 60_000;

/** A fighter's record as far as a card may tell it. */
export interface ToldRecord {
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
}

/**
 * The result that a card may tell: none before the whole evening is over and nobody can take it back any more, so that
 * no preview in a chat tells the end to who is still watching.
 *
 * @param live of the evening; `null` where none shows it
 */
export function tellableResult(
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
  const stood = Math.max(Date.parse(recorded), Date.parse(live.ended_at)) + RESULT_HOLD_MS;
  return stood <= now_ms ? match.result : null;
}

/** The record without what came of an evening that may still be on. */
export function tellableRecord(
  { record, last_five }: Pick<Fighter, 'record' | 'last_five'>,
  now_ms: number,
): ToldRecord {
  const fresh = last_five.filter(({ starts_at }) => Date.parse(starts_at) + EVENING_MS > now_ms);
  const of = (outcome: 'win' | 'loss' | 'draw'): number =>
    fresh.filter((bout) => bout.outcome === outcome).length;
  return {
    wins: record.wins - of('win'),
    losses: record.losses - of('loss'),
    draws: record.draws - of('draw'),
  };
}
