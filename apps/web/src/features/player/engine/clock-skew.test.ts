import { describe, expect, it } from 'vitest';
import { clockSkewMs } from './clock-skew.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const header = 'Sat, 21 Nov 2026 12:00:00 GMT';

describe('clockSkewMs', () => {
  it('is 0 within the precision of a header in whole seconds', () => {
    expect(clockSkewMs(header, noon + 900)).toBe(0);
    expect(clockSkewMs(header, noon - 900)).toBe(0);
  });

  it('is the difference for a clock that is clearly wrong', () => {
    expect(clockSkewMs(header, noon + 90_000)).toBe(-89_500);
    expect(clockSkewMs(header, noon - 90_000)).toBe(90_500);
  });

  it('is 0 without a valid date', () => {
    expect(clockSkewMs(null, noon)).toBe(0);
    expect(clockSkewMs('yesterday', noon)).toBe(0);
  });
});
