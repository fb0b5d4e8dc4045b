import { describe, expect, it } from 'vitest';
import { STILL_BYTES_MAX } from './still-formats.ts';
import { EMPTY_STORYBOARD, Storyboard } from './storyboard.ts';

const timesOf = (storyboard: Storyboard): number[] =>
  JSON.parse(storyboard.body.toString()).times_ms;
const picture = (bytes: number): Buffer => Buffer.alloc(bytes, 1);

describe('a storyboard', () => {
  it('lists its thumbnails by date, with their size', () => {
    const storyboard = new Storyboard({ durationMsMax: 60_000, bytesMax: 1_000 });
    expect(storyboard.body).toEqual(EMPTY_STORYBOARD);
    storyboard.add(5_000, picture(10));
    storyboard.add(10_000, picture(20));
    expect(JSON.parse(storyboard.body.toString())).toEqual({
      width: 320,
      height: 180,
      times_ms: [5_000, 10_000],
    });
    expect(storyboard.at(10_000)).toHaveLength(20);
    expect(storyboard.at(10_001)).toBeUndefined();
    expect(storyboard.bytes).toBe(30);
  });

  it('keeps the thumbnails of the rewind window', () => {
    const storyboard = new Storyboard({ durationMsMax: 20_000, bytesMax: 1_000_000 });
    for (let timeMs = 0; timeMs <= 60_000; timeMs += 5_000) storyboard.add(timeMs, picture(10));
    expect(timesOf(storyboard)).toEqual([40_000, 45_000, 50_000, 55_000, 60_000]);
    expect(storyboard.bytes).toBe(50);
    expect(storyboard.at(35_000)).toBeUndefined();
  });

  it('never takes more memory than its limit', () => {
    const storyboard = new Storyboard({ durationMsMax: Number.MAX_VALUE, bytesMax: 100 });
    for (let timeMs = 0; timeMs < 500; timeMs += 1) {
      storyboard.add(timeMs, picture(1 + (timeMs % 40)));
      expect(storyboard.bytes).toBeLessThanOrEqual(100);
    }
    expect(timesOf(storyboard).at(-1)).toBe(499);
  });

  it('refuses a thumbnail that is too large, or not newer than the others', () => {
    const storyboard = new Storyboard({ durationMsMax: 60_000, bytesMax: 1_000_000 });
    storyboard.add(5_000, picture(10));
    storyboard.add(10_000, picture(STILL_BYTES_MAX.thumbnail + 1));
    storyboard.add(5_000, picture(20));
    storyboard.add(4_000, picture(20));
    expect(timesOf(storyboard)).toEqual([5_000]);
    expect(storyboard.bytes).toBe(10);
  });
});
