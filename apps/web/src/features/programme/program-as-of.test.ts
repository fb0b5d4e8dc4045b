import type { Program, ProgramMatch } from '@sangwian/contract/endpoints/program';
import { expect, test } from 'vitest';
import { programAsOf } from './program-as-of.ts';

const ms = (minute: number) => Date.UTC(2026, 10, 21, 12, minute);
const iso = (minute: number) => new Date(ms(minute)).toISOString();
const match = (order: number, more: Partial<ProgramMatch>) =>
  ({
    order,
    status: 'ended',
    round: null,
    result: { winner: 'red', method: 'tko', round: 2 },
    red: { wins: 9, losses: 1, draws: 0 },
    blue: { wins: 4, losses: 3, draws: 0 },
    ...more,
  }) as ProgramMatch;
const card = {
  status: 'ended',
  live: { status: 'ended' },
  matches: [
    match(1, { result_at: iso(20), ended_at: iso(19) }),
    match(2, { result_at: iso(50), ended_at: iso(49) }),
  ],
} as Program;
const UNKNOWN = Number.NEGATIVE_INFINITY;
const AT_LIVE = Number.POSITIVE_INFINITY;

test('leaves nothing out when the video has reached every result, or the time of a result is unknown', () => {
  expect(programAsOf(card, AT_LIVE)).toBe(card);
  expect(programAsOf(card, ms(50))).toBe(card);
  const old = { ...card, matches: [match(1, { result_at: null, ended_at: null })] };
  expect(programAsOf(old, UNKNOWN)).toBe(old);
});

test('shows an unfinished card to a fan whose video is behind: without later results, records and the end', () => {
  expect(programAsOf(card, ms(30))).toMatchObject({
    status: 'in_progress',
    live: { status: 'in_progress' },
    matches: [
      { status: 'ended', result: { winner: 'red' }, red: { wins: 9 } },
      { status: 'in_progress', result: null, red: { wins: 8, losses: 1 }, blue: { losses: 2 } },
    ],
  });
});

test('leaves only the results out until the position of the video is known', () => {
  const shown = programAsOf(card, UNKNOWN);
  expect(shown).toMatchObject({ status: 'ended', live: { status: 'ended' } });
  for (const { status, result, red } of shown.matches) {
    expect([status, result, red.wins]).toEqual(['ended', null, 8]);
  }
});
