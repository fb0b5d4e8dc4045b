import type { Order } from '@sangwian/contract/endpoints/orders';
import { expect, test } from 'vitest';
import { authorizeUrlOf } from './use-pay.ts';

const order = (authorize_url: string | null, status = 'pending') =>
  ({ attempt: { authorize_url, status } }) as Pick<Order, 'attempt'>;

test('authorizeUrlOf returns the provider’s page of an open attempt, and only HTTP URLs', () => {
  expect(authorizeUrlOf(order('https://pay.example/1'))).toBe('https://pay.example/1');
  expect(authorizeUrlOf(order('http://localhost:1/2'))).toBe('http://localhost:1/2');
  expect(authorizeUrlOf(order('https://pay.example/1', 'failed'))).toBeNull();
  expect(authorizeUrlOf(order('javascript:alert(1)'))).toBeNull();
  expect(authorizeUrlOf(order(null))).toBeNull();
  expect(authorizeUrlOf({ attempt: null })).toBeNull();
});
