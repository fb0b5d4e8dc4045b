import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';
import { describe, expect, it, test } from 'vitest';
import { chooseSheet, type OwnSheet, relevantPrograms } from './choose-sheet.ts';

const programOf = (title: string, status: PredictProgram['status']) =>
  ({ program_id: title, status }) as PredictProgram;
const sheet = (complete: boolean) => ({ complete }) as PredictSheet;
const FINAL = programOf('yesterday', 'final');
const SCORING = programOf('tonight', 'scoring');
const OPEN = programOf('next', 'open');
const LATER = programOf('later', 'open');

test('reads the sheets of the last closed and the next open programme', () => {
  expect(relevantPrograms([FINAL, SCORING, OPEN, LATER])).toEqual([SCORING, OPEN]);
  expect(relevantPrograms([OPEN, LATER])).toEqual([OPEN]);
  expect(relevantPrograms([FINAL])).toEqual([FINAL]);
  expect(relevantPrograms([])).toEqual([]);
});

describe('the sheet on the home page', () => {
  it.each<[string, OwnSheet[], string | null]>([
    [
      'is the one that is being scored',
      [
        { program: SCORING, sheet: sheet(true) },
        { program: OPEN, sheet: null },
      ],
      'tonight',
    ],
    [
      'is the next open one when the fan has no sheet for the current live',
      [
        { program: SCORING, sheet: null },
        { program: OPEN, sheet: null },
      ],
      'next',
    ],
    [
      'is one that a substitution made incomplete',
      [
        { program: FINAL, sheet: sheet(true) },
        { program: OPEN, sheet: sheet(false) },
      ],
      'next',
    ],
    [
      'is the final one when the next is confirmed',
      [
        { program: FINAL, sheet: sheet(true) },
        { program: OPEN, sheet: sheet(true) },
      ],
      'yesterday',
    ],
    [
      'is the confirmed next one when nothing is scored',
      [{ program: OPEN, sheet: sheet(true) }],
      'next',
    ],
    ['is none for a programme without a sheet', [{ program: FINAL, sheet: null }], null],
    ['is none without a game', [], null],
  ])('%s', (_, sheets, title) => {
    expect(chooseSheet(sheets)?.program.program_id ?? null).toBe(title);
  });
});
