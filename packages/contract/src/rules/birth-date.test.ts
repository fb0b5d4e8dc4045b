import { expect, test } from 'vitest';
import { ageOn, judgeBirthDate, toIsoDate } from './birth-date.ts';

test('accepts only days that exist', () => {
  expect(toIsoDate(29, 2, 2008)).toBe('2008-02-29');
  expect(toIsoDate(29, 2, 2009)).toBeNull();
  expect(toIsoDate(31, 4, 2000)).toBeNull();
  expect(toIsoDate(0, 1, 2000)).toBeNull();
  expect(toIsoDate(1, 13, 2000)).toBeNull();
  expect(toIsoDate(1, 1, 99)).toBeNull();
});

test('a year is complete on the birthday, of a leap day on 1 March', () => {
  expect(ageOn('2000-11-22', '2026-11-21')).toBe(25);
  expect(ageOn('2000-11-21', '2026-11-21')).toBe(26);
  expect(ageOn('2012-02-29', '2025-02-28')).toBe(12);
  expect(ageOn('2012-02-29', '2025-03-01')).toBe(13);
});

test('refuses people who are too young, unborn or impossibly old', () => {
  expect(judgeBirthDate('2013-11-22', '2026-11-21')).toBe('too_young');
  expect(judgeBirthDate('2013-11-21', '2026-11-21')).toBeNull();
  expect(judgeBirthDate('2027-01-01', '2026-11-21')).toBe('impossible');
  expect(judgeBirthDate('1890-01-01', '2026-11-21')).toBe('impossible');
  // A year of the Buddhist calendar is in the future.
  expect(judgeBirthDate('2543-01-01', '2026-11-21')).toBe('impossible');
});
