import { expect, test } from 'vitest';
import { customBonus, isCustomAmount, packageImage } from './coin-amounts.ts';

const PACKAGES = [
  { coin: 39, coin_detail: 39 },
  { coin: 305, coin_detail: 300 },
  { coin: 1_030, coin_detail: 1_000 },
  { coin: 11_000, coin_detail: 10_000 },
  { coin: 5_300, coin_detail: 5_000 },
];

test.each([
  [20, 0],
  [38, 0],
  [299, 0],
  [300, 5],
  [359, 5],
  [360, 6],
  [999, 16],
  [1_000, 30],
  [4_999, 149],
  [9_999, 599],
  [10_000, 1_000],
  [50_000, 5_000],
])('%d base coins bring a bonus of %d', (base, bonus) => {
  expect(customBonus(base, PACKAGES)).toBe(bonus);
});

test('without packages there is no bonus', () => {
  expect(customBonus(1_000, [])).toBe(0);
});

test.each([19, 50_001, 20.5, Number.NaN, -20])('refuses %d as a custom amount', (coins) => {
  expect(isCustomAmount(coins)).toBe(false);
});

test.each([
  [199, '20-coin'],
  [300, '100-coin'],
  [1_000, '100-coin'],
  [1_500, '500-coin'],
] as const)('a package of %d has the picture %s', (base, picture) => {
  expect(packageImage(base)).toBe(picture);
  expect(isCustomAmount(base)).toBe(true);
});
