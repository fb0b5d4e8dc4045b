import { expect, test } from 'vitest';
import { makeReport, periodsBetween, vatIn } from './report-rules.ts';

test('VAT is 7/107 of the price, rounded half up to the satang', () => {
  expect([10_700, 100, 0, 1, 8, 107_00, 50_000].map(vatIn)).toEqual([700, 7, 0, 0, 1, 700, 3_271]);
  expect(vatIn(-10_700)).toBe(-700);
});

test('a report has a row for each day or month, including those without transfers', () => {
  expect(periodsBetween('2026-02-27', '2026-03-02', 'day')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(periodsBetween('2026-11-30', '2027-01-01', 'month')).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
  ]);
  expect(periodsBetween('2026-03-02', '2026-03-01', 'day')).toEqual([]);
});

test('gift coins that leave escrow go to the house or return to members', () => {
  const flow = (account: string, received: number, paid: number) => ({
    period: '2026-11-22',
    account,
    received,
    paid,
  });
  const { total } = makeReport(
    ['2026-11-22'],
    [
      flow('sold', 10, 500),
      flow('escrows', 300, 280),
      flow('revenue:gifts', 180, 0),
      flow('corrections', 0, 5),
      flow('members', 605, 310),
    ],
    [],
  );
  expect(total.coins).toMatchObject({
    sold: 500,
    sold_returned: 10,
    held: 300,
    returned: 100,
    earned_gifts: 180,
    corrected: 5,
    escrows: 20,
    members: 295,
  });
});

test('baht amounts are summed by payment method, and refunds and chargebacks lower the VAT', () => {
  const flow = (kind: 'received' | 'refunded' | 'charged_back', satang: number) => ({
    period: '2026-11-22',
    kind,
    method: kind === 'received' ? ('promptpay' as const) : null,
    orders: 1,
    satang,
  });
  const { rows } = makeReport(
    ['2026-11-21', '2026-11-22'],
    [],
    [
      flow('received', 30_000),
      flow('received', 4_900),
      flow('refunded', 4_900),
      flow('charged_back', 10_000),
    ],
  );
  expect(rows.map(({ baht }) => baht)).toEqual([
    {
      by_method: [],
      received_satang: 0,
      refunded_satang: 0,
      charged_back_satang: 0,
      vat_satang: 0,
    },
    {
      by_method: [{ method: 'promptpay', orders: 2, satang: 34_900 }],
      received_satang: 34_900,
      refunded_satang: 4_900,
      charged_back_satang: 10_000,
      vat_satang: 1_308,
    },
  ]);
});
