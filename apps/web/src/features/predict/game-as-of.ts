import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';
import { markPick } from '@sangwian/contract/rules/predict-pick';
import { isAhead, tellsAhead } from '../../shared/in-step/tells-ahead.ts';

/** A programme as it was known at a moment: without the results that came later, and so not final before them. */
export function programAsOf(program: PredictProgram, atMs: number): PredictProgram {
  if (!tellsAhead(program, atMs)) return program;
  return {
    ...program,
    status: program.status === 'final' ? 'scoring' : program.status,
    matches: program.matches.map((match) =>
      isAhead(match, atMs) ? { ...match, result: null, result_at: null } : match,
    ),
  };
}

/** A member's sheet with its marks as they were known at a moment; `program` is as it stands now. */
export function sheetAsOf(
  sheet: PredictSheet,
  program: PredictProgram,
  atMs: number,
): PredictSheet {
  if (!tellsAhead(program, atMs)) return sheet;
  const ahead = new Set<string>(
    program.matches.filter((match) => isAhead(match, atMs)).map(({ match_id }) => match_id),
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
