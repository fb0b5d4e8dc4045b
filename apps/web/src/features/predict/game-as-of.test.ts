import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';
import type { ProgramId } from '@sangwian/contract/ids';
import { expect, test } from 'vitest';
import { boardAsOf, programAsOf, sheetAsOf } from './game-as-of.ts';

const at = (minute: number) => Date.UTC(2026, 10, 21, 12, minute);
const match = (id: string, minute: number | null) => ({
  match_id: id,
  result: minute === null ? null : { winner: 'red', method: 'decision', round: null },
  result_at: minute === null ? null : new Date(at(minute)).toISOString(),
});
const program = {
  status: 'final',
  matches: [match('a', 10), match('b', 30), match('c', null)],
} as unknown as PredictProgram;
const sheet = {
  picks: [
    { match_id: 'a', winner: 'red', method: 'decision', round: null, mark: 'right', points: 5 },
    { match_id: 'b', winner: 'red', method: null, round: null, mark: 'right', points: 3 },
    { match_id: 'c', winner: 'red', method: null, round: null, mark: 'waiting', points: 0 },
  ],
  points: 8,
  winners: 2,
  status: 'final',
  rank: 3,
  members: 9,
} as unknown as PredictSheet;

test('hides a result that the video has not reached, with its score, points, rank and the final scores', () => {
  const before = programAsOf(program, at(20));
  expect(before.status).toBe('scoring');
  expect(before.matches.map(({ result }) => result?.winner ?? null)).toEqual(['red', null, null]);
  const own = sheetAsOf(sheet, program, at(20));
  expect(own.picks.map(({ mark, points }) => [mark, points])).toEqual([
    ['right', 5],
    ['waiting', 0],
    ['waiting', 0],
  ]);
  expect(own).toMatchObject({ points: 5, winners: 1, status: 'scoring', rank: null, members: 0 });
});

test('shows everything to a fan whose video has reached the results, and to a fan without a video', () => {
  for (const atMs of [at(30), Number.POSITIVE_INFINITY]) {
    expect(programAsOf(program, atMs)).toBe(program);
    expect(sheetAsOf(sheet, program, atMs)).toBe(sheet);
  }
});

test('hides a board that counts a result which the video has not reached', () => {
  const [one, other] = ['one' as ProgramId, 'other' as ProgramId];
  const shown = { ...program, program_id: one, starts_at: new Date(at(0)).toISOString() };
  const stateAt = (atMs: number, only: ProgramId | null, status: 'final' | 'scoring' = 'final') =>
    boardAsOf([{ ...shown, status }], only, () => atMs);
  for (const only of [one, null]) {
    expect(stateAt(at(20), only)).toBe('ahead');
    expect(stateAt(at(30), only)).toBe('shown');
    expect(stateAt(Number.NEGATIVE_INFINITY, only)).toBe(null);
    // Boards count final programmes only.
    expect(stateAt(at(20), only, 'scoring')).toBe('shown');
  }
  expect(stateAt(at(20), other)).toBe('shown');
});
