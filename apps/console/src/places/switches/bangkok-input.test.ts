import { expect, test } from 'vitest';
import { fromBangkokInput, toBangkokInput } from './bangkok-input.ts';

test('a time is edited in Bangkok’s time, wherever the operator sits', () => {
  expect(toBangkokInput('2026-11-22T19:30:00.000Z')).toBe('2026-11-23T02:30');
  expect(fromBangkokInput('2026-11-23T02:30')).toBe('2026-11-22T19:30:00.000Z');
});

test('an empty time is no limit', () => {
  expect(toBangkokInput(null)).toBe('');
  expect(fromBangkokInput('')).toBeNull();
});
