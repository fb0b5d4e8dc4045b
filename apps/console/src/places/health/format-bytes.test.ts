import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test('formats bytes with at most three digits and a unit', () => {
  expect([0, 999, 1_500, 384_000_000, 1_234_000_000_000].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '384 MB',
    '1.2 TB',
  ]);
});
