import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { MatchRow } from './live-rows.ts';

/** The lives and bouts whose results are omitted from a response. */
export interface Concealed {
  readonly lives: ReadonlySet<string>;
  readonly bouts: ReadonlySet<string>;
}

/** For fans who chose to see results. */
export const NOTHING_CONCEALED: Concealed = { lives: new Set(), bouts: new Set() };

/**
 * Finds the ended lives that can be watched as replays, with their bouts. Until the recording is removed,
 * results are sent only to fans who chose to see them (decision 110).
 */
export async function findConcealed(
  db: Kysely<Database>,
  { showsResults }: { readonly showsResults: boolean },
): Promise<Concealed> {
  if (showsResults) return NOTHING_CONCEALED;
  const { rows } = await sql<{ program_live_id: string; bout_id: string }>`
    select distinct program_live_id, bout_id
    from recording
    join program_live using (program_live_id)
    join match_live using (program_live_id)
    where removed_at is null and bytes > 0 and replaced_at is null
      and program_live.status = 'ended' and cancelled_at is null
  `.execute(db);
  return {
    lives: new Set(rows.map((row) => row.program_live_id)),
    bouts: new Set(rows.map((row) => row.bout_id)),
  };
}

/** The fields that reveal how a bout ended. Its end time does, too. */
const NO_OUTCOME = {
  winner: null,
  method: null,
  result_round: null,
  result_at: null,
  match_ended_at: null,
  round_number: null,
  round_started_at: null,
  resting: false,
} as const;

/** Removes the outcome from the row of a concealed bout. */
export const concealOutcome = <Row extends { readonly bout_id: string }>(
  row: Row,
  { bouts }: Concealed,
): Row => (bouts.has(row.bout_id) ? { ...row, ...NO_OUTCOME } : row);

/**
 * Removes the outcome of a concealed bout of a live, and its number of changes, from which the number of
 * rounds could be inferred.
 */
export const concealMatch = <Row extends MatchRow>(row: Row, concealed: Concealed): Row =>
  concealed.bouts.has(row.bout_id)
    ? {
        ...concealOutcome(row, concealed),
        status: 'ended',
        clock_stopped_at: null,
        judges: null,
        judged_at: null,
        revision: 0,
        ruling_sequence: 0,
        ruling_state: null,
        ruled_at: null,
      }
    : row;
