import { describe, expect, it } from 'vitest';
import { FrameRateWatch, readReception, ThinLinkWatch } from './thin-link.ts';

/** Adds two samples per second. Returns the second at which the link was reported as too thin, or `null`. */
function thinAt(
  seconds: number,
  framesPerS: (second: number) => number,
  repairsPerS: (second: number) => number,
): number | null {
  const watch = new ThinLinkWatch();
  let frames = 0;
  let repairs = 0;
  for (let step = 0; step <= seconds * 2; step += 1) {
    const second = step / 2;
    if (watch.sample({ atMs: second * 1_000, frames, repairs })) return second;
    frames += framesPerS(second) / 2;
    repairs += repairsPerS(second) / 2;
  }
  return null;
}

describe('a link', () => {
  it('is reported as too thin within three seconds at 21 frames in 15 seconds', () => {
    expect(
      thinAt(
        15,
        () => 1.4,
        () => 120,
      ),
    ).toBeLessThanOrEqual(3);
  });

  it('is reported within three seconds after it has become too thin', () => {
    const at = thinAt(
      60,
      (second) => (second < 30 ? 30 : 2),
      (second) => (second < 30 ? 0 : 120),
    );
    expect(at).toBeGreaterThan(30);
    expect(at).toBeLessThanOrEqual(33);
  });

  it('is good if lost packets are repaired, if the stream has a low frame rate, and after a short stop', () => {
    expect(
      thinAt(
        60,
        () => 30,
        () => 60,
      ),
    ).toBeNull();
    expect(
      thinAt(
        60,
        () => 1,
        () => 0,
      ),
    ).toBeNull();
    expect(
      thinAt(
        60,
        (second) => (second >= 20 && second < 21.5 ? 0 : 30),
        (second) => (second >= 20 && second < 21.5 ? 120 : 0),
      ),
    ).toBeNull();
  });

  it('is measured anew after the page was hidden', () => {
    const watch = new ThinLinkWatch();
    watch.sample({ atMs: 0, frames: 0, repairs: 0 });
    watch.forget();
    expect(watch.sample({ atMs: 3_000, frames: 1, repairs: 500 })).toBe(false);
  });
});

describe('FrameRateWatch', () => {
  /** Adds a sample every quarter of a second. Returns the times in ms at which a low rate was reported. */
  function lowAt(untilMs: number, framesAt: (atMs: number) => number): number[] {
    const watch = new FrameRateWatch();
    const low: number[] = [];
    for (let atMs = 0; atMs <= untilMs; atMs += 250)
      if (watch.sample({ atMs, frames: Math.floor(framesAt(atMs)) })) low.push(atMs);
    return low;
  }

  it('reports a low rate half a second after the video stops, and while single frames arrive', () => {
    const stops = (atMs: number) => Math.min(atMs, 2_000) * 0.03;
    expect(lowAt(3_000, stops)).toEqual([2_500, 2_750, 3_000]);
    const trickles = (atMs: number) =>
      Math.min(atMs, 2_000) * 0.03 + Math.max(0, atMs - 2_000) * 0.003;
    expect(lowAt(3_000, trickles)).toEqual([2_500, 2_750, 3_000]);
  });

  it('accepts 30 and 10 frames per second, and a short pause while a lost packet is repaired', () => {
    expect(lowAt(5_000, (atMs) => atMs * 0.03)).toEqual([]);
    expect(lowAt(5_000, (atMs) => atMs * 0.01)).toEqual([]);
    expect(lowAt(5_000, (atMs) => (atMs >= 2_000 && atMs < 2_300 ? 60 : atMs * 0.03))).toEqual([]);
  });

  it('measures anew after the video was hidden', () => {
    const watch = new FrameRateWatch();
    watch.sample({ atMs: 0, frames: 9 });
    watch.forget();
    expect(watch.sample({ atMs: 1_000, frames: 9 })).toBe(false);
    expect(watch.sample({ atMs: 1_500, frames: 9 })).toBe(true);
  });
});

it('readReception reads the video statistics only', () => {
  const video = { type: 'inbound-rtp', kind: 'video', framesDecoded: 7 };
  const stats = [
    { ...video, packetsLost: 5, nackCount: 3, pliCount: 2 },
    { type: 'inbound-rtp', kind: 'audio', packetsLost: 100 },
    { type: 'candidate-pair' },
  ];
  expect(readReception(stats)).toEqual({ frames: 7, repairs: 10 });
  // Some browsers subtract duplicate packets, so the number of lost packets can be negative.
  expect(readReception([{ ...video, packetsLost: -4 }])).toEqual({ frames: 7, repairs: 0 });
  expect(readReception([{ type: 'candidate-pair' }])).toBeNull();
});
