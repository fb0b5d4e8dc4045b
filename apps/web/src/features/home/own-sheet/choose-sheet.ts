import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';

/** A programme of the game with the member's sheet; `null` if none was confirmed. */
export interface OwnSheet {
  readonly program: PredictProgram;
  readonly sheet: PredictSheet | null;
}

/** Returns the programmes whose sheets the home page can show: the last closed programme and the next open one. */
export function relevantPrograms(programs: readonly PredictProgram[]): PredictProgram[] {
  const closed = programs.findLast(({ status }) => status !== 'open');
  const open = programs.find(({ status }) => status === 'open');
  return [closed, open].filter((program) => program !== undefined);
}

/**
 * Returns the sheet for the home page; `null` without a game. The order of preference: a sheet that is being scored, an
 * incomplete sheet, the final scores of the last sheet, the confirmed sheet of the next programme.
 */
export function chooseSheet(sheets: readonly OwnSheet[]): OwnSheet | null {
  const own = sheets.filter(({ sheet }) => sheet !== null);
  return (
    own.find(({ program }) => program.status === 'scoring') ??
    sheets.find(({ program, sheet }) => program.status === 'open' && !sheet?.complete) ??
    own.find(({ program }) => program.status === 'final') ??
    own[0] ??
    null
  );
}
