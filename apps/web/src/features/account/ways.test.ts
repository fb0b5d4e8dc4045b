import { expect, test } from 'vitest';
import { onlyWay } from './ways.ts';

test('returns the only way to log in, which cannot be unlinked', () => {
  expect(onlyWay({ phone: true, line: false, apple: false })).toBe('phone');
  expect(onlyWay({ phone: false, line: false, apple: true })).toBe('apple');
  expect(onlyWay({ phone: true, line: true, apple: false })).toBeNull();
  expect(onlyWay({ phone: false, line: false, apple: false })).toBeNull();
});
