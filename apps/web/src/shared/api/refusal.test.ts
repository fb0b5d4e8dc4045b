import { expect, test } from 'vitest';
import { ApiError, ConnectionError } from './api-error.ts';
import { refusalOf } from './refusal.ts';

test('a refusal has the code of the response, or the code for an unavailable system without a response', () => {
  const refused = new ApiError({ status: 'order_paid', message: 'paid' }, 409);
  expect(refusalOf(refused)).toEqual({ status: 'order_paid', message: 'paid' });
  expect(refusalOf(new ConnectionError(true, null)).status).toBe('unavailable');
});
