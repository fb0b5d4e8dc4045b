import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

describe('retryDelayMs', () => {
  it('doubles up to a maximum below six seconds', () => {
    expect([0, 1, 2, 3, 4, 500].map((attempt) => retryDelayMs(attempt, 0.5))).toEqual([
      500, 1000, 2000, 4000, 5000, 5000,
    ]);
  });

  it('adds jitter', () => {
    expect(retryDelayMs(4, 0)).toBe(4250);
    expect(retryDelayMs(4, 1)).toBe(5750);
  });
});
