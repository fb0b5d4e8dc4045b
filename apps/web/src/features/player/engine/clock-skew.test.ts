import { describe, expect, it } from 'vitest';
import { clockSkewMs } from './clock-skew.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const header = 'Sat, 21 Nov 2026 12:00:00 GMT';

describe('the skew of a device against the server', () => {
  it('is nothing within what a header of whole seconds can tell', () => {
    expect(clockSkewMs(header, noon + 900)).toBe(0);
    expect(clockSkewMs(header, noon - 900)).toBe(0);
  });

  it('is the difference where the device is plainly wrong', () => {
    expect(clockSkewMs(header, noon + 90_000)).toBe(-89_500);
    expect(clockSkewMs(header, noon - 90_000)).toBe(90_500);
  });

  it('is nothing where the answer has no date or a broken one', () => {
    expect(clockSkewMs(null, noon)).toBe(0);
    expect(clockSkewMs('yesterday', noon)).toBe(0);
  });
});
