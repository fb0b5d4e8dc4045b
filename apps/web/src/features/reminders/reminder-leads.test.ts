import { expect, test } from 'vitest';
import { isSpoiler, leadsAtFirst } from './reminder-leads.ts';

const START = '2026-11-21T11:30:00Z';
const before = (minutes: number) => Date.parse(START) - minutes * 60_000;

test('what is past cannot be asked for, but that it begins', () => {
  expect([
    isSpoiler('day', START, before(24 * 60 + 1)),
    isSpoiler('day', START, before(24 * 60)),
  ]).toEqual([true, false]);
  expect([isSpoiler('hour', START, before(61)), isSpoiler('hour', START, before(60))]).toEqual([
    true,
    false,
  ]);
  expect(isSpoiler('start', START, before(-20))).toBe(true);
});

test('an hour before and the beginning are ticked at first, of what is ahead', () => {
  expect(leadsAtFirst(START, before(3_000))).toEqual(['hour', 'start']);
  expect(leadsAtFirst(START, before(30))).toEqual(['start']);
});
