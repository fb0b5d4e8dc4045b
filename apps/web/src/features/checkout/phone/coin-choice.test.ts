import { expect, test } from 'vitest';
import type { CoinStore } from '../core/wallet-data.ts';
import { readChosen, sumOf } from './coin-choice.ts';

const STORE: CoinStore = {
  packages: [
    { id: 4, name: '199', coin: 199, coin_detail: 199, img: '20-coin', price_satang: 19_900 },
    { id: 7, name: '1030', coin: 1_030, coin_detail: 1_000, img: '100-coin', price_satang: 99_000 },
  ],
  custom: { base_min: 20, base_max: 50_000, satang_per_coin: 100 },
};

const read = (query: string) => readChosen(new URLSearchParams(query));

test('the URL of a link selects a package or an amount', () => {
  expect(read('package=7')).toEqual({ kind: 'package', id: 7 });
  expect(read('coins=250')).toEqual({ kind: 'custom', typed: '250' });
  expect(read('')).toBeNull();
});

test('an invalid URL selects nothing', () => {
  expect(read('package=seven')).toBeNull();
  expect(sumOf(read('package=999'), STORE)).toBeNull();
});

test('a package has the current price and its bonus', () => {
  expect(sumOf(read('package=7'), STORE)).toEqual({
    choice: { package_id: 7, satang: 99_000 },
    base_coins: 1_000,
    bonus_coins: 30,
  });
});

test('a custom amount has the bonus of the next smaller package, in proportion', () => {
  expect(sumOf(read('coins=2500'), STORE)).toEqual({
    choice: { custom_coins: 2_500, satang: 250_000 },
    base_coins: 2_500,
    bonus_coins: 75,
  });
});

test.each(['19', '50001', '', '1e3', '20.5', '-20', ' 20'])(
  '"%s" coins cannot be bought',
  (typed) => {
    expect(sumOf({ kind: 'custom', typed }, STORE)).toBeNull();
  },
);
