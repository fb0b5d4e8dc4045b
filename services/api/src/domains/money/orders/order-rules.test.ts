import { OrderStatus } from '@sangwian/contract/endpoints/orders';
import { describe, expect, test } from 'vitest';
import {
  coinsOfRefund,
  isOver,
  judgeCancel,
  judgeConfirm,
  judgePay,
  judgeRefund,
  judgeReject,
  judgeSlip,
  makeOrderNumber,
  mayBuy,
  reasonOfPaid,
} from './order-rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-11-21T13:00:00Z');
const order = (status: OrderStatus, expiresAt = LATER) => ({ status, reason: null, expiresAt });

type Table = Record<OrderStatus, string | null>;
const PAID = { paid: 'order_paid', refunded: 'order_paid', charged_back: 'order_paid' } as const;

/** What stands against each wish, by the status of the order. */
const WISHES: Record<string, { judge: (status: OrderStatus) => string | null; due: Table }> = {
  pay: {
    judge: (status) => judgePay(order(status), NOW),
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
  'pay when the time is over': {
    judge: (status) => judgePay(order(status, NOW), NOW),
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
    judge: (status) => judgeCancel(order(status)),
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
    judge: (status) => judgeSlip(order(status), true),
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
    judge: (status) => judgeConfirm(order(status), false),
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
    judge: (status) => judgeReject(order(status), false),
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
    judge: (status) => judgeRefund(order(status)),
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

describe.each(Object.entries(WISHES))('to %s', (_wish, { judge, due }) => {
  test.each(OrderStatus.options)('an order that is %s', (status) => {
    expect(judge(status)).toBe(due[status]);
  });
});

test('an order that was paid before somebody looked at its slip still has that decided on', () => {
  for (const status of ['paid', 'refunded', 'charged_back'] as const) {
    expect([judgeConfirm(order(status), true), judgeReject(order(status), true)]).toEqual([
      null,
      null,
    ]);
  }
});

test('no slip is taken of who was never told where to transfer to', () => {
  expect(judgeSlip(order('pending'), false)).toBe('order_closed');
});

test('a wrong amount that nobody bought anything for can go back', () => {
  expect(judgeRefund({ ...order('awaiting_confirmation'), reason: 'wrong_amount' })).toBeNull();
});

test('only what nobody has paid or looks at ends by time', () => {
  const over = OrderStatus.options.filter((status) => isOver(order(status, NOW), NOW));
  expect(over).toEqual(['waiting', 'pending']);
  expect(isOver(order('waiting'), NOW)).toBe(false);
});

test('money that comes after the end says so', () => {
  const late = OrderStatus.options.filter((status) => reasonOfPaid(status) === 'paid_late');
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
  expect(coinsOfRefund(coins, refunded, paid)).toBe(due);
});

test('an order number has no letter that is mistaken for another sign', () => {
  const numbers = Array.from({ length: 28 }, (_, place) => makeOrderNumber(() => place));
  expect(new Set(numbers).size).toBe(28);
  for (const number of numbers) expect(number).toMatch(/^[2-9B-DF-HJKMNP-TV-Z]{8}$/);
});
