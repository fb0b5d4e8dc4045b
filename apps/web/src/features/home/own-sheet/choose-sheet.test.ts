import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';
import { describe, expect, it, test } from 'vitest';
import { askedPrograms, chooseSheet, type OwnSheet } from './choose-sheet.ts';

const programOf = (title: string, status: PredictProgram['status']) =>
  ({ program_id: title, status }) as PredictProgram;
const sheet = (complete: boolean) => ({ complete }) as PredictSheet;
const FINAL = programOf('yesterday', 'final');
const SCORING = programOf('tonight', 'scoring');
const OPEN = programOf('next', 'open');
const LATER = programOf('later', 'open');

test('asked for are the programme that closed last and the next that is open', () => {
  expect(askedPrograms([FINAL, SCORING, OPEN, LATER])).toEqual([SCORING, OPEN]);
  expect(askedPrograms([OPEN, LATER])).toEqual([OPEN]);
  expect(askedPrograms([FINAL])).toEqual([FINAL]);
  expect(askedPrograms([])).toEqual([]);
});

describe('the sheet on the home', () => {
  it.each<[string, OwnSheet[], string | null]>([
    [
      'is the one that counts while the show goes on',
      [
        { program: SCORING, sheet: sheet(true) },
        { program: OPEN, sheet: null },
      ],
      'tonight',
    ],
    [
      'is the next one that has to be made, also while a show goes on without a sheet of the fan',
      [
        { program: SCORING, sheet: null },
        { program: OPEN, sheet: null },
      ],
      'next',
    ],
    [
      'is the one that a substitution made incomplete',
      [
        { program: FINAL, sheet: sheet(true) },
        { program: OPEN, sheet: sheet(false) },
      ],
      'next',
    ],
    [
      'is what the last one came to where the next is confirmed',
      [
        { program: FINAL, sheet: sheet(true) },
        { program: OPEN, sheet: sheet(true) },
      ],
      'yesterday',
    ],
    ['is the next one, confirmed', [{ program: OPEN, sheet: sheet(true) }], 'next'],
    ['is none of a programme that was missed', [{ program: FINAL, sheet: null }], null],
    ['is none where there is no game', [], null],
  ])('%s', (_, sheets, title) => {
    expect(chooseSheet(sheets)?.program.program_id ?? null).toBe(title);
  });
});
