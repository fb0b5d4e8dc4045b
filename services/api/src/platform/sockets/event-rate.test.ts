import { describe, expect, it } from 'vitest';
import { RateBucket } from './event-rate.ts';

const countTaken = (bucket: RateBucket, count: number, nowMs: number): number =>
  Array.from({ length: count }, () => bucket.take(nowMs)).filter(Boolean).length;

describe('a rate bucket', () => {
  it('allows a burst, and then the refill rate', () => {
    const bucket = new RateBucket({ burst: 5, perSecond: 2 }, 0);
    expect(countTaken(bucket, 10, 0)).toBe(5);
    expect(countTaken(bucket, 10, 1_000)).toBe(2);
    expect(countTaken(bucket, 10, 60_000)).toBe(5);
  });

  it('refills nothing when the clock jumps back', () => {
    const bucket = new RateBucket({ burst: 1, perSecond: 1 }, 10_000);
    expect(countTaken(bucket, 2, 10_000)).toBe(1);
    expect(countTaken(bucket, 2, 0)).toBe(0);
    expect(countTaken(bucket, 2, 500)).toBe(0);
  });
});
