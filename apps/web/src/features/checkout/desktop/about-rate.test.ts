import { expect, test } from 'vitest';
import { aboutIn } from './about-rate.ts';

test('baht are told in another currency, rounded to hundredths', () => {
  expect(aboutIn(50_000, '0.028931')).toBe('14.47');
  expect(aboutIn(3_900, '4.31')).toBe('168.09');
  expect(aboutIn(1_000_000, '740')).toBe('7,400,000.00');
  expect(aboutIn(1, '0.5')).toBe('0.01');
  expect(aboutIn(5_000_000, '0.1')).toBe('5,000.00');
});

test('what is no decimal is no rate', () => {
  for (const rate of ['', '-1', '1e3', '0,5', 'NaN', '.5']) expect(aboutIn(100, rate)).toBeNull();
});
