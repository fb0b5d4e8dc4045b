import { expect, test } from 'vitest';
import { isInFuture, leadsAtFirst } from './reminder-leads.ts';

const START = '2026-11-21T11:30:00Z';
const before = (minutes: number) => Date.parse(START) - minutes * 60_000;

test('offers only lead times that are still in the future, and always the start', () => {
  expect([
    isInFuture('day', START, before(24 * 60 + 1)),
    isInFuture('day', START, before(24 * 60)),
  ]).toEqual([true, false]);
  expect([isInFuture('hour', START, before(61)), isInFuture('hour', START, before(60))]).toEqual([
    true,
    false,
  ]);
  expect(isInFuture('start', START, before(-20))).toBe(true);
});

test('preselects one hour before and the start if they are in the future', () => {
  expect(leadsAtFirst(START, before(3_000))).toEqual(['hour', 'start']);
  expect(leadsAtFirst(START, before(30))).toEqual(['start']);
});
