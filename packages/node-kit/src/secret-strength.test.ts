import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isStrongSecret } from './secret-strength.ts';

test.each([
  ['nothing', ''],
  ['one letter', '1'],
  ['a word', 'secret'],
  ['120 random bits', randomBytes(15).toString('hex')],
  ['one letter often', 'x'.repeat(64)],
  ['a word often', 'password'.repeat(8)],
  ['few letters', `abcd${'bacd'.repeat(3)}${'dcab'.repeat(4)}`],
  ['a row', '0123456789abcdefghijklmnopqrstuvwxyz'],
  ['a row backwards', 'zyxwvutsrqponmlkjihgfedcba9876543210'],
  ['a short sentence', 'the secret of Sangwian'],
])('refuses %s', (_, secret) => {
  expect(isStrongSecret(secret)).toBe(false);
});

test.each(['hex', 'base64', 'base64url'] as const)('accepts 128 random bits in %s', (encoding) => {
  for (let count = 0; count < 1_000; count += 1) {
    const secret = randomBytes(16).toString(encoding);
    expect(isStrongSecret(secret), secret).toBe(true);
  }
});
