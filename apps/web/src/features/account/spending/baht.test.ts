import { expect, it } from 'vitest';
import { parseBaht } from './baht.ts';

it.each([
  ['1500', 150_000],
  ['1,500', 150_000],
  [' ฿ 99.5 ', 9_950],
  ['99.05', 9_905],
  ['0', 0],
])('reads %j as satang', (text, satang) => {
  expect(parseBaht(text)).toBe(satang);
});

it.each(['', 'a lot', '-5', '1.234', '1e3', '12345678901', '5 000 000 000', '1.'])(
  'refuses %j',
  (text) => {
    expect(parseBaht(text)).toBeNull();
  },
);
