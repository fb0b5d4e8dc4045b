import { expect, test } from 'vitest';
import { KeptMoment } from './kept-moment.ts';

const LIVE = { positionS: 30, programTimeMs: 1_000_000 };

test('who has rewound stands at the same moment of the hall after a change of the engine, once', () => {
  const kept = new KeptMoment();
  kept.keep(880_000);
  expect(kept.pending).toBe(true);
  expect(kept.positionFrom(LIVE)).toBe(-90);
  expect(kept.pending).toBe(false);
  expect(kept.positionFrom(LIVE)).toBe(null);
});

test('who follows live, or is there already, goes nowhere', () => {
  const kept = new KeptMoment();
  kept.keep(null);
  expect(kept.positionFrom(LIVE)).toBe(null);
  kept.keep(999_500);
  expect(kept.positionFrom(LIVE)).toBe(null);
});
