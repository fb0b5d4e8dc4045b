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
const NOBODY_KNOWS = Number.NEGATIVE_INFINITY;
const NOTHING_WAITS = Number.POSITIVE_INFINITY;

test('nothing is left out where nothing waits, nor of results that nobody knows the moment of', () => {
  expect(programAsOf(card, NOTHING_WAITS)).toBe(card);
  expect(programAsOf(card, ms(50))).toBe(card);
  const old = { ...card, matches: [match(1, { result_at: null, ended_at: null })] };
  expect(programAsOf(old, NOBODY_KNOWS)).toBe(old);
});

test('who is behind sees the card go on: no result that came later, no record with it, no end', () => {
  expect(programAsOf(card, ms(30))).toMatchObject({
    status: 'in_progress',
    live: { status: 'in_progress' },
    matches: [
      { status: 'ended', result: { winner: 'red' }, red: { wins: 9 } },
      { status: 'in_progress', result: null, red: { wins: 8, losses: 1 }, blue: { losses: 2 } },
    ],
  });
});

test('until that is known the results alone are left out, so that nothing moves when they come', () => {
  const shown = programAsOf(card, NOBODY_KNOWS);
  expect(shown).toMatchObject({ status: 'ended', live: { status: 'ended' } });
  for (const { status, result, red } of shown.matches) {
    expect([status, result, red.wins]).toEqual(['ended', null, 8]);
  }
});
