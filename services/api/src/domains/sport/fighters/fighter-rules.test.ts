import { expect, test } from 'vitest';
import { ageOn, outcomeOf, poundsToKilograms } from './fighter-rules.ts';

test.each([
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
  ['2004-11-21', '2026-11-20', 21],
  ['2004-11-21', '2026-11-21', 22],
])('a fighter who was born on %s has on %s the age %i', (bornOn, today, age) => {
  expect(ageOn(bornOn, today)).toBe(age);
});

test('converts pounds to kilograms with one decimal', () => {
  expect([105, 135, 175].map(poundsToKilograms)).toEqual([47.6, 61.2, 79.4]);
});

test('returns the outcome of a bout for the fighter of a corner', () => {
  expect(outcomeOf('red', 'red')).toBe('win');
  expect(outcomeOf('red', 'blue')).toBe('loss');
  expect(outcomeOf('draw', 'blue')).toBe('draw');
  expect(outcomeOf('none', 'red')).toBe('cancelled');
});
