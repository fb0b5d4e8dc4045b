import type { Order } from '@sangwian/contract/endpoints/orders';
import { OrderStatus } from '@sangwian/contract/endpoints/orders';
import { expect, test } from 'vitest';
import { isPayable, needsPolling, openAttempt, payableUntil, stageOf } from './order-state.ts';

const EXPIRES = '2026-11-21T12:00:00.000Z';
const ATTEMPT_EXPIRES = '2026-11-21T11:30:00.000Z';
const attempt = (status: NonNullable<Order['attempt']>['status']) =>
  ({ status, expires_at: ATTEMPT_EXPIRES }) as NonNullable<Order['attempt']>;
const order = (fields: Partial<Order>) =>
  ({ expires_at: EXPIRES, attempt: null, ...fields }) as Order;

test('an order is payable while waiting, pending or failed', () => {
  expect(OrderStatus.options.filter((status) => isPayable({ status }))).toEqual([
    'waiting',
    'pending',
    'failed',
  ]);
});

test('an order is polled only while it waits for a provider or an operator', () => {
  expect(OrderStatus.options.filter((status) => needsPolling({ status }))).toEqual([
    'pending',
    'awaiting_confirmation',
  ]);
});

test('an order that ended without coins is over', () => {
  for (const status of ['expired', 'cancelled', 'refunded', 'charged_back'] as const)
    expect(stageOf({ status }), status).toBe('over');
  expect(stageOf({ status: 'paid' })).toBe('paid');
});

test('the deadline is the open attempt’s, else the order’s', () => {
  expect(payableUntil(order({ attempt: attempt('pending') }))).toBe(ATTEMPT_EXPIRES);
  expect(payableUntil(order({ attempt: attempt('failed') }))).toBe(EXPIRES);
  expect(payableUntil(order({}))).toBe(EXPIRES);
  expect(openAttempt({ attempt: attempt('succeeded') })).toBeNull();
});
