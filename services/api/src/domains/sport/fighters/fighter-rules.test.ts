import { expect, test } from 'vitest';
import { ageOn, kilogramsOf, outcomeOf } from './fighter-rules.ts';

test.each([
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
  ['2004-11-21', '2026-11-20', 21],
  ['2004-11-21', '2026-11-21', 22],
])('who was born on %s is on %s so old', (bornOn, today, age) => {
  expect(ageOn(bornOn, today)).toBe(age);
});

test('pounds are kilograms to a tenth', () => {
  expect([105, 135, 175].map(kilogramsOf)).toEqual([47.6, 61.2, 79.4]);
});

test('a result is seen from a corner', () => {
  expect(outcomeOf('red', 'red')).toBe('win');
  expect(outcomeOf('red', 'blue')).toBe('loss');
  expect(outcomeOf('draw', 'blue')).toBe('draw');
  expect(outcomeOf('none', 'red')).toBe('cancelled');
});
