import { expect, test } from 'vitest';
import { overridePrice, withPriceOverrides } from './price-overrides.ts';

const list = (price_satang: number, satang_per_coin: number) => ({
  packages: [
    { id: 6, name: '', coin: 510, coin_detail: 500, img: '100-coin', price_satang } as const,
  ],
  custom: { base_min: 20, base_max: 50_000, satang_per_coin },
});

test('a price from a refusal overrides the list until the list contains it', () => {
  expect(withPriceOverrides(list(50_000, 100))).toEqual(list(50_000, 100));
  overridePrice({ package_id: 6, satang: 50_000 }, 52_000);
  expect(withPriceOverrides(list(50_000, 100))).toEqual(list(52_000, 100));
  expect(withPriceOverrides(list(52_000, 100))).toEqual(list(52_000, 100));
  expect(withPriceOverrides(list(51_000, 100))).toEqual(list(51_000, 100));
});

test('the price of a custom amount overrides the price per coin', () => {
  overridePrice({ custom_coins: 300, satang: 30_000 }, 33_000);
  expect(withPriceOverrides(list(50_000, 100))).toEqual(list(50_000, 110));
  expect(withPriceOverrides(list(50_000, 110))).toEqual(list(50_000, 110));
  expect(withPriceOverrides(list(50_000, 100))).toEqual(list(50_000, 100));
});
