import { expect, test } from 'vitest';
import { reasonOf } from './cases.ts';

test('suggests the reason that most reports have', () => {
  expect(reasonOf({ reasons: { spam: 1, abuse: 3, other: 2 } })).toBe('abuse');
  expect(reasonOf({ reasons: {} })).toBe('other');
});
