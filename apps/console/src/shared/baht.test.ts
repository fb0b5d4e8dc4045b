import { expect, test } from 'vitest';
import { bahtText, parseBaht } from './baht.ts';

test.each([
  ['289.5', 28_950],
  ['289.50', 28_950],
  ['1,000', 100_000],
  [' 0.99 ', 99],
  ['0', 0],
])('reads %s as satang', (text, satang) => {
  expect(parseBaht(text)).toBe(satang);
});

test.each(['', '1.234', '-1', '1e3', '฿1', 'abc'])('refuses %j', (text) => {
  expect(parseBaht(text)).toBeNull();
});

test('parses a formatted amount back to the same amount', () => {
  for (const satang of [1, 99, 100, 28_950, 100_000_000]) {
    expect(parseBaht(bahtText(satang))).toBe(satang);
  }
});
