import { expect, test } from 'vitest';
import { fromBangkokInput, toBangkokInput } from './bangkok-input.ts';

test('times of forms are times of Bangkok', () => {
  expect(toBangkokInput('2026-11-20T18:30:00.000Z')).toBe('2026-11-21T01:30');
  expect(fromBangkokInput('2026-11-21T01:30')).toBe('2026-11-20T18:30:00.000Z');
  expect(fromBangkokInput('')).toBe('');
});
