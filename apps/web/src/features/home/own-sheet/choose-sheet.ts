import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';

/** A programme of the game with what the member has said of it; `null` where nothing was confirmed. */
export interface OwnSheet {
  readonly program: PredictProgram;
  readonly sheet: PredictSheet | null;
}

/** Of which programmes the own sheets can matter now: the last that closed, and the next that is open. */
export function askedPrograms(programs: readonly PredictProgram[]): PredictProgram[] {
  const closed = programs.findLast(({ status }) => status !== 'open');
  const open = programs.find(({ status }) => status === 'open');
  return [closed, open].filter((program) => program !== undefined);
}

/**
 * The sheet that the home shows: the one that counts while its show goes on, then the one that still has to be made, then
 * what the last one came to, then the one that can be changed. `null` where there is no game.
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
