import { expect, test } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { recordCalls } from '../operator/testing/record-calls.ts';
import { readCommand } from './coin-command.ts';

const ANSWERS = {
  'GET /operator/coin/package': {
    data: {
      packages: [{ package_id: 5, satang: 30_000, offered: true, version: 3 }],
      custom: { satang_per_coin: 100, version: 2 },
    },
  },
  'GET /operator/rates': { data: { version: 8 } },
};
const read = (...args: string[]) => readCommand(args, new Date('2026-11-21T12:00:00Z'));
const calls = (...args: string[]) => recordCalls(read(...args), ANSWERS);
const packageChange = (change: object) => [
  [
    'PUT /operator/coin/package/{package_id}',
    {
      params: { package_id: 5 },
      body: { satang: 30_000, offered: true, version: 3, reason: 'x', ...change },
    },
  ],
];

test.each([
  ['289', 28_900],
  ['289.5', 28_950],
  ['0.99', 99],
  ['1150.10', 115_010],
])('%s baht are %i satang', async (baht, satang) => {
  expect(await calls('price', '5', baht, '--reason', 'x')).toEqual(packageChange({ satang }));
});

test('offers and withdraws packages at their price, and sets the price of custom amounts', async () => {
  expect(await calls('withdraw', '5', '--reason', 'x')).toEqual(packageChange({ offered: false }));
  expect(await calls('offer', '5', '--reason', 'x')).toEqual(packageChange({ offered: true }));
  expect(await calls('price', 'custom', '0.99', '--reason', 'x')).toEqual([
    ['PUT /operator/coin/custom-price', { body: { satang_per_coin: 99, version: 2, reason: 'x' } }],
  ]);
  expect(await calls('prices')).toEqual([['GET /operator/coin/package', {}]]);
  await expect(calls('offer', '6', '--reason', 'x')).rejects.toThrow('There is no package 6.');
});

test('stores rates with all digits, and dates them today by default', async () => {
  const body = {
    rates: [
      { code: 'USD', rate: '0.02810' },
      { code: 'EUR', rate: '0.0262' },
    ],
    as_of: '2026-11-21',
    ...{ source: 'Desk', version: 8, reason: 'Desk' },
  };
  expect(await calls('rates', 'usd=0.02810', 'EUR=0.0262', '--source', 'Desk')).toEqual([
    ['PUT /operator/rates', { body }],
  ]);
  const dated = ['--source', 'Desk', '--as-of', '2026-11-20', '--reason', 'A holiday'];
  expect(await calls('rates', 'usd=0.02810', 'EUR=0.0262', ...dated)).toEqual([
    ['PUT /operator/rates', { body: { ...body, as_of: '2026-11-20', reason: 'A holiday' } }],
  ]);
});

test.each([
  [[]],
  [['sell']],
  [['price', '5', '289', '--reason', 'x', '--by', 'Anong']],
  [['price', '5', '289']],
  [['price', '5', '28,9', '--reason', 'x']],
  [['price', '5', '1.005', '--reason', 'x']],
  [['price', 'five', '289', '--reason', 'x']],
  [['offer', 'custom', '--reason', 'x']],
  [['withdraw', '5', '6', '--reason', 'x']],
  [['rates', 'USD=0.03']],
  [['rates', 'USD:0.03', '--source', 'x']],
  [['rates', '--source', 'x']],
  [['rates', 'USD=1', '--source', 'x', '--as-of', 'today']],
])('refuses %j with the usage', (args) => {
  expect(() => read(...args)).toThrow(UsageError);
});
