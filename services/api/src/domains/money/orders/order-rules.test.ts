import { OrderStatus } from '@sangwian/contract/endpoints/orders';
import { describe, expect, test } from 'vitest';
import {
  cancelErrorOf,
  confirmErrorOf,
  isPastExpiry,
  makeOrderNumber,
  mayBuy,
  paidReasonOf,
  payErrorOf,
  refundErrorOf,
  refundedCoins,
  rejectErrorOf,
  slipErrorOf,
} from './order-rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-11-21T13:00:00Z');
const order = (status: OrderStatus, expiresAt = LATER) => ({ status, reason: null, expiresAt });

type Table = Record<OrderStatus, string | null>;
const PAID = { paid: 'order_paid', refunded: 'order_paid', charged_back: 'order_paid' } as const;

/** The expected error of each action, by order status. */
const ACTIONS: Record<string, { errorOf: (status: OrderStatus) => string | null; due: Table }> = {
  pay: {
    errorOf: (status) => payErrorOf(order(status), NOW),
    due: {
      ...PAID,
      waiting: null,
      pending: null,
      failed: null,
      awaiting_confirmation: 'order_awaiting_confirmation',
      expired: 'order_closed',
      cancelled: 'order_closed',
    },
  },
  'pay after the expiry': {
    errorOf: (status) => payErrorOf(order(status, NOW), NOW),
    due: {
      ...PAID,
      waiting: 'order_closed',
      pending: 'order_closed',
      failed: 'order_closed',
      awaiting_confirmation: 'order_awaiting_confirmation',
      expired: 'order_closed',
      cancelled: 'order_closed',
    },
  },
  cancel: {
    errorOf: (status) => cancelErrorOf(order(status)),
    due: {
      ...PAID,
      waiting: null,
      pending: null,
      failed: null,
      cancelled: null,
      awaiting_confirmation: 'order_awaiting_confirmation',
      expired: 'order_closed',
    },
  },
  'send a slip': {
    errorOf: (status) => slipErrorOf(order(status), true),
    due: {
      ...PAID,
      waiting: null,
      pending: null,
      failed: null,
      awaiting_confirmation: null,
      expired: null,
      cancelled: null,
    },
  },
  'confirm by hand': {
    errorOf: (status) => confirmErrorOf(order(status), false),
    due: {
      ...PAID,
      waiting: null,
      pending: null,
      failed: null,
      awaiting_confirmation: null,
      expired: null,
      cancelled: null,
    },
  },
  reject: {
    errorOf: (status) => rejectErrorOf(order(status), false),
    due: {
      ...PAID,
      waiting: 'order_closed',
      pending: 'order_closed',
      failed: 'order_closed',
      awaiting_confirmation: null,
      expired: 'order_closed',
      cancelled: 'order_closed',
    },
  },
  refund: {
    errorOf: (status) => refundErrorOf(order(status)),
    due: {
      paid: null,
      refunded: 'order_closed',
      charged_back: 'order_closed',
      waiting: 'order_closed',
      pending: 'order_closed',
      failed: 'order_closed',
      awaiting_confirmation: 'order_closed',
      expired: 'order_closed',
      cancelled: 'order_closed',
    },
  },
};

describe.each(Object.entries(ACTIONS))('to %s', (_action, { errorOf, due }) => {
  test.each(OrderStatus.options)('an order that is %s', (status) => {
    expect(errorOf(status)).toBe(due[status]);
  });
});

test('allows an undecided slip of a paid order to be confirmed or rejected', () => {
  for (const status of ['paid', 'refunded', 'charged_back'] as const) {
    expect([confirmErrorOf(order(status), true), rejectErrorOf(order(status), true)]).toEqual([
      null,
      null,
    ]);
  }
});

test('refuses a slip if the member was never shown an account', () => {
  expect(slipErrorOf(order('pending'), false)).toBe('order_closed');
});

test('allows a wrong amount to be refunded', () => {
  expect(refundErrorOf({ ...order('awaiting_confirmation'), reason: 'wrong_amount' })).toBeNull();
});

test('expires only unpaid orders without a slip', () => {
  const over = OrderStatus.options.filter((status) => isPastExpiry(order(status, NOW), NOW));
  expect(over).toEqual(['waiting', 'pending']);
  expect(isPastExpiry(order('waiting'), NOW)).toBe(false);
});

test('gives a payment after the end the reason paid_late', () => {
  const late = OrderStatus.options.filter((status) => paidReasonOf(status) === 'paid_late');
  expect(late).toEqual(['expired', 'cancelled']);
});

test.each([
  ['2006-11-21', '2026-11-21', false, true],
  ['2006-11-22', '2026-11-21', false, false],
  ['2006-11-22', '2026-11-21', true, true],
  ['2004-02-29', '2024-02-28', false, false],
  ['2004-02-29', '2024-02-29', false, true],
  ['2004-02-29', '2025-02-28', false, true],
  [null, '2026-11-21', false, false],
  [null, '2026-11-21', true, true],
])('born %s, on %s, with consent %s: may buy %s', (born, today, consent, allowed) => {
  expect(mayBuy(born, today, consent)).toBe(allowed);
});

test.each([
  [305, 30_000, 30_000, 305],
  [305, 31_000, 30_000, 305],
  [305, 15_000, 30_000, 152],
  [305, 1, 30_000, 0],
  [5, 29_999, 30_000, 4],
  [51_000, 2_500_000, 5_000_000, 25_500],
])('of %i coins %i of %i satang are %i', (coins, refunded, paid, due) => {
  expect(refundedCoins(coins, refunded, paid)).toBe(due);
});

test('makes order numbers without look-alike characters', () => {
  const numbers = Array.from({ length: 28 }, (_, place) => makeOrderNumber(() => place));
  expect(new Set(numbers).size).toBe(28);
  for (const number of numbers) expect(number).toMatch(/^[2-9B-DF-HJKMNP-TV-Z]{8}$/);
});
