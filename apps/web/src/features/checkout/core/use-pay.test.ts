import type { Order } from '@sangwian/contract/endpoints/orders';
import { expect, test } from 'vitest';
import { ApiError, ConnectionError } from '../../../shared/api/api-error.ts';
import { authorizeUrlOf, refusalOf } from './use-pay.ts';

const begun = (authorize_url: string | null, status = 'pending') =>
  ({ attempt: { authorize_url, status } }) as Pick<Order, 'attempt'>;

test('a browser is sent to the provider’s page of an open attempt, and to nothing that is no page', () => {
  expect(authorizeUrlOf(begun('https://pay.example/1'))).toBe('https://pay.example/1');
  expect(authorizeUrlOf(begun('http://localhost:1/2'))).toBe('http://localhost:1/2');
  expect(authorizeUrlOf(begun('https://pay.example/1', 'failed'))).toBeNull();
  expect(authorizeUrlOf(begun('javascript:alert(1)'))).toBeNull();
  expect(authorizeUrlOf(begun(null))).toBeNull();
  expect(authorizeUrlOf({ attempt: null })).toBeNull();
});

test('a refusal is told by its code, and without a network the system is to blame', () => {
  const refused = new ApiError({ status: 'order_paid', message: 'paid' }, 409);
  expect(refusalOf(refused)).toEqual({ status: 'order_paid', message: 'paid' });
  expect(refusalOf(new ConnectionError(true, null)).status).toBe('unavailable');
});
