import { expect, test } from 'vitest';
import { bangkokDayStart, fromBangkokInput, toBangkokInput } from './bangkok-input.ts';

test('reads the times of forms as Bangkok time', () => {
  expect(toBangkokInput('2026-11-20T18:30:00.000Z')).toBe('2026-11-21T01:30');
  expect(fromBangkokInput('2026-11-21T01:30')).toBe('2026-11-20T18:30:00.000Z');
  expect(fromBangkokInput('')).toBe('');
  expect(toBangkokInput(null)).toBe('');
});

test('starts a day at midnight in Bangkok', () => {
  expect(bangkokDayStart('2026-11-21')).toBe('2026-11-20T17:00:00.000Z');
  expect(bangkokDayStart('2026-12-31', 1)).toBe('2026-12-31T17:00:00.000Z');
  expect(bangkokDayStart('2026-11')).toBe(undefined);
  expect(bangkokDayStart('')).toBe(undefined);
});
