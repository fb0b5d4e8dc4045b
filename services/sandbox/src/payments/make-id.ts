import { randomInt } from 'node:crypto';

const draw = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns an ID in Omise's format: `chrg_test_5xuy4w91xqz7d1w9u0t`. */
export const makeOmiseId = (kind: string): string =>
  `${kind}_test_${draw('0123456789abcdefghijklmnopqrstuvwxyz', 19)}`;

/** Returns an ID in PayPal's format: `5O190127TN364715T`. */
export const makePayPalId = (length = 17): string =>
  draw('0123456789ABCDEFGHJKLMNPRSTUVWXY', length);

export const makeDigits = (length: number): string => draw('0123456789', length);
