import { describe, expect, it } from 'vitest';
import { STALL_MS, StallWatch } from './stall-watch.ts';

const run = (watch: StallWatch, samples: [atMs: number, positionS: number, expected?: boolean][]) =>
  samples.map(([atMs, positionS, expected = true]) => watch.sample({ atMs, positionS, expected }));

describe('the stall watch', () => {
  it('reports that playback moves', () => {
    expect(
      run(new StallWatch(), [
        [0, 5],
        [250, 5.25],
        [500, 5.5],
      ]),
    ).toEqual([null, 'moving', 'moving']);
  });

  it('ignores a short hiccup and counts a longer stop as one stall', () => {
    const watch = new StallWatch();
    const seen = run(watch, [
      [0, 5],
      [250, 5.25],
      [500, 5.25],
      [250 + STALL_MS, 5.25],
      [1200, 5.25],
      [1450, 5.5],
    ]);
    expect(seen).toEqual([null, 'moving', null, 'stalled', 'stalled', 'moving']);
    expect(watch.stalls).toBe(1);
  });

  it('does not count a pause, a hidden page or the time before the first frame', () => {
    const watch = new StallWatch();
    run(watch, [
      [0, 0],
      [1000, 0],
      [2000, 0],
    ]);
    run(watch, [
      [2250, 0.25],
      [2500, 0.25, false],
      [9000, 0.25, false],
      [9100, 0.25],
    ]);
    expect(watch.stalls).toBe(0);
  });

  it('does not count buffering after a seek', () => {
    const watch = new StallWatch();
    run(watch, [
      [0, 5],
      [250, 5.25],
    ]);
    watch.expectJump();
    run(watch, [
      [500, 90],
      [1500, 90],
      [2500, 90],
    ]);
    expect(watch.stalls).toBe(0);
  });
});
