import { describe, expect, it } from 'vitest';
import { WallAnchor } from './wall-anchor.ts';

describe('the wall clock of a moment', () => {
  it('follows the frame that arrived with the least delay', () => {
    const anchor = new WallAnchor(null);
    for (const [pts, arrivalMs] of [
      [0, 5_300],
      [9_000, 5_310],
      [18_000, 5_320],
    ] as const)
      anchor.observe(pts, arrivalMs);
    anchor.settle();
    expect(anchor.at(0)).toBe(5_120);
    expect(anchor.at(90_000)).toBe(6_120);
  });

  it('follows a slow publisher clock in small steps, and a fast publisher clock at once', () => {
    const anchor = new WallAnchor(null);
    anchor.observe(0, 1_000);
    anchor.settle();
    anchor.observe(90_000, 2_100);
    anchor.settle();
    expect(anchor.at(0)).toBe(1_000.5);
    anchor.observe(180_000, 2_900);
    anchor.settle();
    expect(anchor.at(0)).toBe(900);
  });

  it('never goes back before the end of the previous period', () => {
    const anchor = new WallAnchor({ pts: 90_000, ms: 50_000 });
    anchor.observe(90_000, 40_000);
    anchor.settle();
    expect(anchor.at(90_000)).toBe(50_000);
    expect(anchor.at(180_000)).toBe(51_000);
  });
});
