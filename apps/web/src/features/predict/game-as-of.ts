import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';
import type { ProgramId } from '@sangwian/contract/ids';
import { markPick } from '@sangwian/contract/rules/predict-pick';
import { hasSpoiler, isSpoiler } from '../../shared/in-step/is-spoiler.ts';

/** Returns a programme as known at a given time: without later results, and not final while results are missing. */
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

/**
 * Returns a member's sheet with its scores as known at a given time. `program` is the current state of the programme.
 */
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
 * Returns whether a board may be shown to a fan. `reachedOf` returns the stadium time that the fan's video of a
 * programme has reached. The result is `ahead` if the board counts a later result, and `null` while that time is
 * unknown.
 *
 * @param only the programme of the board; `null` for boards of several programmes
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
