import { expect, test } from 'vitest';
import { parseBahtText, toBahtText } from './satang.ts';

test('satang are written as baht with two decimals', () => {
  expect([0, 5, 50, 100, 19_900, 123_456_789].map(toBahtText)).toEqual([
    '0.00',
    '0.05',
    '0.50',
    '1.00',
    '199.00',
    '1234567.89',
  ]);
});

test('refuses a number that is not a whole number of satang', () => {
  for (const odd of [-1, 0.5, Number.NaN, 2 ** 53]) {
    expect(() => toBahtText(odd), String(odd)).toThrow(RangeError);
  }
});

test('parses decimals of baht to satang and refuses other text', () => {
  for (const satang of [0, 1, 50, 100, 19_900, 9_007_199_254_740]) {
    expect(parseBahtText(toBahtText(satang))).toBe(satang);
  }
  expect([parseBahtText('199'), parseBahtText('199.5')]).toEqual([19_900, 19_950]);
  for (const text of ['', '-1', '1.999', '1e3', '1,000.00', ' 1', '.5', '1.', '99999999999999']) {
    expect(parseBahtText(text), text).toBeNull();
  }
});
