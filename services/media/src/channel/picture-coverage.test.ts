import { expect, it } from 'vitest';
import { PictureCoverage } from './picture-coverage.ts';

it('returns one span for parts without a gap, and continues the span from its end', () => {
  const coverage = new PictureCoverage();
  for (const ms of [0, 1_000, 2_500, 5_000]) coverage.note(ms);
  expect(coverage.readAndReset()).toEqual([{ fromMs: 0, toMs: 5_000 }]);
  expect(coverage.readAndReset()).toEqual([]);
  coverage.note(6_000);
  expect(coverage.readAndReset()).toEqual([{ fromMs: 5_000, toMs: 6_000 }]);
});

it('ends a span at the last part before a gap of more than three seconds', () => {
  const coverage = new PictureCoverage();
  for (const ms of [0, 1_000, 4_001, 5_000]) coverage.note(ms);
  expect(coverage.readAndReset()).toEqual([
    { fromMs: 0, toMs: 1_000 },
    { fromMs: 4_001, toMs: 5_000 },
  ]);
  coverage.note(60_000);
  coverage.note(61_000);
  expect(coverage.readAndReset()).toEqual([{ fromMs: 60_000, toMs: 61_000 }]);
});
