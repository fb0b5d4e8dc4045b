import type { PaymentMethod, PaymentOption } from '@sangwian/contract/endpoints/orders';
import { expect, test } from 'vitest';
import { offersFor } from './payment-methods.ts';

const option = (method: PaymentMethod, satang_min: number, satang_max: number): PaymentOption => ({
  method,
  satang_min,
  satang_max,
  tokeniser: null,
});

test('common methods come first, and methods that do not allow the amount come last with the reason', () => {
  const options = [
    option('paypal', 2_000, 20_000_000),
    option('truemoney', 2_000, 50_000),
    option('card', 60_000, 15_000_000),
    option('bank_transfer', 100, 20_000_000),
    option('promptpay', 2_000, 15_000_000),
  ];
  expect(offersFor(options, 50_001).map((offer) => [offer.option.method, offer.fits])).toEqual([
    ['promptpay', 'yes'],
    ['bank_transfer', 'yes'],
    ['paypal', 'yes'],
    ['card', 'too_little'],
    ['truemoney', 'too_much'],
  ]);
  // The limits are inclusive.
  expect(offersFor([option('truemoney', 2_000, 50_000)], 50_000)[0]?.fits).toBe('yes');
  expect(offersFor([option('truemoney', 2_000, 50_000)], 2_000)[0]?.fits).toBe('yes');
});
