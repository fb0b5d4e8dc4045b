import { skeletonOf } from '@sangwian/ui/art/pose';
import { describe, expect, it } from 'vitest';
import { choreograph, FIGURE_SCALE, FRAMES, FRAMES_PER_S } from './choreography.ts';
import { clockText } from './scoreboard.ts';
import { CLINCH_S } from './script.ts';

const frames = choreograph();
const numbers = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : Object.values(value as object).flatMap(numbers);

describe('the choreography', () => {
  it('has a frame with valid numbers for each time of the loop', () => {
    expect(frames).toHaveLength(FRAMES);
    expect(frames.flatMap(numbers).every(Number.isFinite)).toBe(true);
  });

  it('ends in its initial position, without a jump at the seam', () => {
    for (const corner of ['red', 'blue'] as const) {
      const last = frames.at(-1)![corner];
      const first = frames[0]![corner];
      expect(Math.abs(last.x - first.x)).toBeLessThan(6);
      const moved = numbers(last.pose).map((value, index) =>
        Math.abs(value - numbers(first.pose)[index]!),
      );
      // Within a step, the sole rotates by less than this from frame to frame.
      expect(Math.max(...moved)).toBeLessThan(8);
    }
  });

  it('keeps both fighters in the ring and apart', () => {
    for (const { red, blue } of frames) {
      expect(red.x).toBeGreaterThan(200);
      expect(blue.x).toBeLessThan(1_080);
      expect(blue.x - red.x).toBeGreaterThan(110);
    }
  });

  it('keeps feet in place except during steps', () => {
    let slides = 0;
    for (const [index, { red }] of frames.entries()) {
      const before = frames[index - 1]?.red;
      if (before === undefined) continue;
      const onFloor = (pose: typeof red.pose): boolean => pose.leadFoot[1] > -8.3;
      if (!onFloor(red.pose) || !onFloor(before.pose)) continue;
      const at = (fighter: typeof red): number =>
        fighter.x / FIGURE_SCALE + fighter.pose.leadFoot[0];
      if (Math.abs(at(red) - at(before)) > 1.5) slides += 1;
    }
    expect(slides).toBeLessThan(FRAMES * 0.02);
  });

  it('keeps each ankle within the length of the leg', () => {
    for (const { red, blue } of frames) {
      for (const pose of [red.pose, blue.pose]) {
        const { leadLeg, rearLeg } = skeletonOf(pose);
        for (const [hip, , ankle] of [leadLeg, rearLeg]) {
          expect(Math.hypot(ankle[0] - hip[0], ankle[1] - hip[1])).toBeLessThanOrEqual(109.1);
        }
      }
    }
  });

  it('keeps the fighters close in the clinch', () => {
    const middle = frames[Math.round(((CLINCH_S[0] + CLINCH_S[1]) / 2) * FRAMES_PER_S)]!;
    expect(middle.blue.x - middle.red.x).toBeLessThan(160);
  });
});

describe('the clock of the round', () => {
  it.each([
    [0, '1:00', '.0'],
    [0.05, '1:00', '.0'],
    [0.1, '0:59', '.9'],
    [50.72, '0:09', '.3'],
    [60, '0:00', '.0'],
    [63.9, '0:00', '.0'],
  ])('shows the remaining time at %d s', (timeS, clock, tenths) => {
    expect(clockText(timeS)).toEqual({ clock, tenths });
  });
});
