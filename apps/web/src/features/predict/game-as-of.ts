import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';
import type { ProgramId } from '@sangwian/contract/ids';
import { markPick } from '@sangwian/contract/rules/predict-pick';
import { hasSpoiler, isSpoiler } from '../../shared/in-step/is-spoiler.ts';

/** A programme as it was known at a moment: without the results that came later, and so not final before them. */
export function programAsOf(program: PredictProgram, atMs: number): PredictProgram {
  if (!hasSpoiler(program, atMs)) return program;
  return {
    ...program,
    status: program.status === 'final' ? 'scoring' : program.status,
    matches: program.matches.map((match) =>
      isSpoiler(match, atMs) ? { ...match, result: null, result_at: null } : match,
    ),
  };
}

/** A member's sheet with its marks as they were known at a moment; `program` is as it stands now. */
export function sheetAsOf(
  sheet: PredictSheet,
  program: PredictProgram,
  atMs: number,
): PredictSheet {
  if (!hasSpoiler(program, atMs)) return sheet;
  const ahead = new Set<string>(
    program.matches.filter((match) => isSpoiler(match, atMs)).map(({ match_id }) => match_id),
  );
  const picks = sheet.picks.map((pick) =>
    ahead.has(pick.match_id) ? { ...pick, ...markPick(pick, null) } : pick,
  );
  return {
    ...sheet,
    picks,
    points: picks.reduce((sum, { points }) => sum + points, 0),
    winners: picks.filter(({ mark }) => mark === 'right').length,
    status: sheet.status === 'final' ? 'scoring' : sheet.status,
    rank: null,
    members: 0,
  };
}

type ShownProgram = Pick<PredictProgram, 'program_id' | 'starts_at' | 'status' | 'matches'>;

/**
 * How a board stands for whoever has come to a moment of each programme: `ahead` where it counts a result that came later,
 * and `null` while that is not known.
 *
 * @param only the board's one programme; `null` for boards of several
 */
export function boardAsOf(
  programs: readonly ShownProgram[],
  only: ProgramId | null,
  reachedOf: (program: ShownProgram) => number,
): 'shown' | 'ahead' | null {
  const ahead = programs.filter(
    (program) =>
      (only === null || program.program_id === only) &&
      program.status === 'final' &&
      hasSpoiler(program, reachedOf(program)),
  );
  if (ahead.length === 0) return 'shown';
  return ahead.some((program) => Number.isFinite(reachedOf(program))) ? 'ahead' : null;
}
