import { PayPalRefusal, unprocessable } from './paypal-refusal.ts';

export interface PayPalAmount {
  readonly currency_code: string;
  /** A decimal such as `100.50`. */
  readonly value: string;
}

export const CURRENCY = 'THB';

export const toAmount = (satang: number): PayPalAmount => ({
  currency_code: CURRENCY,
  value: `${Math.trunc(satang / 100)}.${String(satang % 100).padStart(2, '0')}`,
});

/** Returns an amount in satang. @throws {PayPalRefusal} for an invalid amount or another currency */
export function readAmount({ currency_code, value }: PayPalAmount, field: string): number {
  if (currency_code !== CURRENCY) {
    throw unprocessable('CURRENCY_NOT_SUPPORTED', 'Currency code is not currently supported.', {
      field: `${field}/currency_code`,
    });
  }
  const match = /^(\d{1,7})(?:\.(\d+))?$/.exec(value);
  if (match === null) {
    throw new PayPalRefusal(
      'INVALID_REQUEST',
      'INVALID_PARAMETER_SYNTAX',
      'The value of a field does not conform to the expected format.',
      { field: `${field}/value` },
    );
  }
  const [, baht = '0', decimals = ''] = match;
  if (decimals.length > 2) {
    throw unprocessable('DECIMAL_PRECISION', 'The currency supports two decimals at the most.', {
      field: `${field}/value`,
    });
  }
  const satang = Number(baht) * 100 + Number(decimals.padEnd(2, '0'));
  if (satang === 0) {
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.', {
      field: `${field}/value`,
    });
  }
  return satang;
}
