import { expect, test } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { readCommand } from './coin-command.ts';

const read = (...args: string[]) => readCommand(args, 'somsri', new Date('2026-11-21T12:00:00Z'));

test.each([
  ['289', 28_900],
  ['289.5', 28_950],
  ['0.99', 99],
  ['1150.10', 115_010],
])('%s baht are %i satang', (baht, satang) => {
  expect(read('price', '5', baht, '--reason', 'x')).toEqual({
    path: '/coins/prices',
    body: { package_id: 5, satang, reason: 'x', by: 'somsri' },
  });
});

test('sets prices of packages and custom amounts, offers and withdraws packages', () => {
  expect(read('price', 'custom', '0.99', '--reason', 'x', '--by', 'Anong').body).toMatchObject({
    package_id: null,
    satang: 99,
    by: 'Anong',
  });
  expect(read('withdraw', '12', '--reason', 'x').body).toMatchObject({ active: false });
  expect(read('offer', '12', '--reason', 'x').body).toMatchObject({ active: true });
  expect(read('prices')).toEqual({ path: '/coins/prices' });
});

test('rates keep their digits and are of today by default', () => {
  expect(read('rates', 'usd=0.02810', 'EUR=0.0262', '--source', 'Desk')).toEqual({
    path: '/rates',
    body: {
      base_code: 'THB',
      rates: { USD: '0.02810', EUR: '0.0262' },
      as_of: '2026-11-21T00:00:00Z',
      source: 'Desk',
      by: 'somsri',
    },
  });
  const command = read('rates', 'USD=1', '--source', 'Desk', '--as-of', '2026-11-20');
  expect(command.body).toMatchObject({ as_of: '2026-11-20T00:00:00Z' });
});

test.each([
  [[]],
  [['sell']],
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
