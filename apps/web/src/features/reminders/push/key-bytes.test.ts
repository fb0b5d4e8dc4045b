import { expect, test } from 'vitest';
import { bytesOfKey, isSameKey } from './key-bytes.ts';

const KEY =
  'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

test('decodes a base64url key to its bytes', () => {
  expect(Buffer.from(bytesOfKey(KEY)).toString('base64url')).toBe(KEY);
  expect(bytesOfKey(KEY)).toHaveLength(65);
});

test('recognises a subscription that was created with another key', () => {
  const other = bytesOfKey(KEY);
  expect(isSameKey(other.buffer, KEY)).toBe(true);
  other[64] = 0;
  expect(isSameKey(other.buffer, KEY)).toBe(false);
  expect(isSameKey(new ArrayBuffer(3), KEY)).toBe(false);
  expect(isSameKey(null, KEY)).toBe(true);
});
