import { expect, test } from 'vitest';
import { parseRates } from './parse-rates.ts';

test('reads one rate per line in the formats that people type', () => {
  expect(parseRates('USD 0.0281\n\n eur=0.0262\nJPY: 4')).toEqual([
    { code: 'USD', rate: '0.0281' },
    { code: 'EUR', rate: '0.0262' },
    { code: 'JPY', rate: '4' },
  ]);
});

test.each(['', 'USD', 'USD 0', 'USD 0.00', 'USD -1', 'USD 1e3', 'DOLLAR 1', 'USD 1\nUSD 2'])(
  'refuses %j',
  (text) => {
    expect(parseRates(text)).toBeNull();
  },
);
