import { expect, test } from 'vitest';
import { toBahtText } from './satang.ts';

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

test('what is no whole number of satang is refused', () => {
  for (const odd of [-1, 0.5, Number.NaN, 2 ** 53]) {
    expect(() => toBahtText(odd), String(odd)).toThrow(RangeError);
  }
});
