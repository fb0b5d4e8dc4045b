import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { solveWork } from './solve-work.ts';

test.each([1, 7, 8, 9, 13])('finds a hash that starts with %i zero bits', async (bits) => {
  const { challenge, nonce } = await solveWork('15.1795780000000.salt.mac', bits);
  const hash = createHash('sha256').update(`${challenge}.${nonce}`).digest('hex');
  const text = BigInt(`0x${hash}`).toString(2).padStart(256, '0');
  expect(text.slice(0, bits)).toBe('0'.repeat(bits));
});
