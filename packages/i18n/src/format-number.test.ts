import { expect, test } from 'vitest';
import { formatCoins, formatCount, formatMoney, toAsciiDigits } from './format-number.ts';

test('coins are whole, with thousands separators', () => {
  expect(formatCoins(0)).toBe('0');
  expect(formatCoins(2480)).toBe('2,480');
  expect(formatCoins(1_234_567)).toBe('1,234,567');
  expect(formatCoins(-1200)).toBe('-1,200');
});

test('money has two decimals and thousands separators, from satang', () => {
  expect(formatMoney(0)).toBe('0.00');
  expect(formatMoney(5)).toBe('0.05');
  expect(formatMoney(123_456)).toBe('1,234.56');
  expect(formatMoney(-123_456_789)).toBe('-1,234,567.89');
  expect(formatMoney(900_719_925_474_099_301n)).toBe('9,007,199,254,740,993.01');
});

test('counts are short and never rounded up', () => {
  expect(formatCount(0)).toBe('0');
  expect(formatCount(999)).toBe('999');
  expect(formatCount(1000)).toBe('1K');
  expect(formatCount(18_499)).toBe('18.4K');
  expect(formatCount(120_900)).toBe('120K');
  expect(formatCount(999_999)).toBe('999K');
  expect(formatCount(1_500_000)).toBe('1.5M');
});

test('converts Thai digits to ASCII digits', () => {
  expect(toAsciiDigits('๐๘๑-๒๓๔ ๕๖๗๘a')).toBe('081-234 5678a');
});
