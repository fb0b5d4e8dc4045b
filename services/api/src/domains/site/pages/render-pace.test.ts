import { expect, test } from 'vitest';
import { createPace } from './render-pace.ts';

const NOW = 1_700_000_000_000;

test('begins a burst at once and spreads what follows', () => {
  const pace = createPace({ burstMax: 3, gapMs: 100 });
  const waits = Array.from({ length: 6 }, () => pace('a', NOW));
  expect(waits).toEqual([0, 0, 0, 100, 200, 300]);
});

test('keeps no owner waiting for another', () => {
  const pace = createPace({ burstMax: 1, gapMs: 100 });
  for (let render = 0; render < 50; render += 1) pace('a', NOW);
  expect(pace('b', NOW)).toBe(0);
});

test('gives the burst back after a rest', () => {
  const pace = createPace({ burstMax: 2, gapMs: 100 });
  for (let render = 0; render < 4; render += 1) pace('a', NOW);
  const later = NOW + 1_000;
  expect([pace('a', later), pace('a', later), pace('a', later)]).toEqual([0, 0, 100]);
});

test('forgets the owner that has been silent longest', () => {
  const pace = createPace({ burstMax: 1, gapMs: 100 });
  pace('a', NOW);
  for (let owner = 0; owner < 10_000; owner += 1) pace(`b${owner}`, NOW);
  expect(pace('a', NOW)).toBe(0);
  expect(pace('b9999', NOW)).toBe(100);
});
