import type { SlipCase } from '@sangwian/contract/endpoints/operator/orders';
import { expect, test } from 'vitest';
import { problemsOf } from './slip-checks.ts';

const SLIP = {
  first_use: null,
  reference: '202611211900000001',
  sent_at: '2026-11-22T14:10:00.000Z',
  order: { status: 'awaiting_confirmation', created_at: '2026-11-22T14:00:00.000Z' },
} as SlipCase;

test('finds no problem with a slip that has a new reference and an open order', () => {
  expect(problemsOf(SLIP)).toEqual([]);
});

test('reports a used reference before an unreadable code and an ended order', () => {
  expect(
    problemsOf({
      ...SLIP,
      reference: null,
      first_use: SLIP as unknown as SlipCase['first_use'],
      order: { ...SLIP.order, status: 'paid' },
    }),
  ).toEqual(['reference_used', 'not_readable', 'sent_late']);
});
