import { expect, test } from 'vitest';
import { convertBaht } from './convert-baht.ts';

test('baht are converted and rounded to hundredths', () => {
  expect(convertBaht(50_000, '0.028931')).toBe('14.47');
  expect(convertBaht(3_900, '4.31')).toBe('168.09');
  expect(convertBaht(1_000_000, '740')).toBe('7,400,000.00');
  expect(convertBaht(1, '0.5')).toBe('0.01');
  expect(convertBaht(5_000_000, '0.1')).toBe('5,000.00');
});

test('a malformed rate returns null', () => {
  for (const rate of ['', '-1', '1e3', '0,5', 'NaN', '.5'])
    expect(convertBaht(100, rate)).toBeNull();
});
