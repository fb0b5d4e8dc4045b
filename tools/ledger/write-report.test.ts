import { expect, test } from 'vitest';
import { writeProgress, writeReport } from './write-report.ts';

const REPORT = {
  accounts: 12,
  transfers: 1_234,
  balances: { granted: -18_000, members: 18_000 },
  faults: [],
  took_ms: 7,
};

test('reports a balanced ledger after the balances', () => {
  expect(writeReport(REPORT)).toBe(
    [
      '  granted  -18,000',
      '  members   18,000',
      'The ledger balances: 12 accounts, 1,234 transfers, 7 ms.',
    ].join('\n'),
  );
});

test('reports every fault, without a success message', () => {
  const text = writeReport({
    ...REPORT,
    faults: ['member:x holds 11, but its transfers sum to 10'],
  });
  expect(text).toContain('DOES NOT BALANCE');
  expect(text).toContain('member:x holds 11');
  expect(text).not.toContain('The ledger balances');
});

test('reports an empty ledger as balanced', () => {
  expect(writeReport({ ...REPORT, accounts: 0, transfers: 0, balances: {} })).toBe(
    'The ledger balances: 0 accounts, 0 transfers, 7 ms.',
  );
});

test('progress shows the number of checked transfers and the approximate total', () => {
  expect(writeProgress({ transfers: 500_000, about: 10_200_000 })).toBe(
    '500,000 of about 10,200,000 transfers',
  );
});
