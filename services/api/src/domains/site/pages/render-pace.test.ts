import { expect, test } from 'vitest';
import { createPace } from './render-pace.ts';

const NOW = 1_700_000_000_000;

test('lets a burst of work begin at once and paces the work after it', () => {
  const pace = createPace({ burstMax: 3, gapMs: 100 });
  const waits = Array.from({ length: 6 }, () => pace('a', NOW));
  expect(waits).toEqual([0, 0, 0, 100, 200, 300]);
});

test('paces each owner separately', () => {
  const pace = createPace({ burstMax: 1, gapMs: 100 });
  for (let render = 0; render < 50; render += 1) pace('a', NOW);
  expect(pace('b', NOW)).toBe(0);
});

test('allows another burst after a pause', () => {
  const pace = createPace({ burstMax: 2, gapMs: 100 });
  for (let render = 0; render < 4; render += 1) pace('a', NOW);
  const later = NOW + 1_000;
  expect([pace('a', later), pace('a', later), pace('a', later)]).toEqual([0, 0, 100]);
});

test('evicts the owner that has been inactive for longest', () => {
  const pace = createPace({ burstMax: 1, gapMs: 100 });
  pace('a', NOW);
  for (let owner = 0; owner < 10_000; owner += 1) pace(`b${owner}`, NOW);
  expect(pace('a', NOW)).toBe(0);
  expect(pace('b9999', NOW)).toBe(100);
});
