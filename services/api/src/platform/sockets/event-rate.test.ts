import { describe, expect, it } from 'vitest';
import { RateBucket } from './event-rate.ts';

const takes = (bucket: RateBucket, count: number, nowMs: number): number =>
  Array.from({ length: count }, () => bucket.take(nowMs)).filter(Boolean).length;

describe('a connection', () => {
  it('may say a burst, and then as much as flows in', () => {
    const bucket = new RateBucket({ burst: 5, perSecond: 2 }, 0);
    expect(takes(bucket, 10, 0)).toBe(5);
    expect(takes(bucket, 10, 1_000)).toBe(2);
    expect(takes(bucket, 10, 60_000)).toBe(5);
  });

  it('gains nothing by a clock that jumps back', () => {
    const bucket = new RateBucket({ burst: 1, perSecond: 1 }, 10_000);
    expect(takes(bucket, 2, 10_000)).toBe(1);
    expect(takes(bucket, 2, 0)).toBe(0);
    expect(takes(bucket, 2, 500)).toBe(0);
  });
});
