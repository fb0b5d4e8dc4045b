import { seededRandom } from '@sangwian/ui/art/random';
import { describe, expect, it } from 'vitest';
import {
  ageOfFrame,
  encodeTimeCode,
  LOOP_MS,
  type Pixels,
  readTimeCode,
  TIME_CODE_BLOCKS,
  TIME_CODE_BOX,
} from './time-code.ts';

const SAMPLES = 8;
const SURROUNDINGS = 70;

/** A picture of this size with the strip drawn as a scaler would: each pixel is the mean of its area. */
function picture(timeMs: number, width: number, height: number): Pixels {
  const bits = encodeTimeCode(timeMs);
  const data = new Uint8Array(width * height * 4).fill(SURROUNDINGS);
  const mean = (count: number, at: (sample: number) => number): number =>
    Array.from({ length: count }, (_, sample) => at((sample + 0.5) / count)).reduce(
      (a, b) => a + b,
    ) / count;
  const row = Array.from({ length: width }, (_, x) =>
    mean(SAMPLES, (part) => {
      const share = ((x + part) / width - TIME_CODE_BOX.left) / TIME_CODE_BOX.width;
      return (bits[Math.floor(share * TIME_CODE_BLOCKS)] ?? SURROUNDINGS / 255) * 255;
    }),
  );
  for (let y = Math.floor(TIME_CODE_BOX.top * height); y < height; y += 1) {
    const covered = mean(SAMPLES, (part) => ((y + part) / height >= TIME_CODE_BOX.top ? 1 : 0));
    for (const [x, level] of row.entries()) {
      const at = (y * width + x) * 4;
      data.fill(level * covered + SURROUNDINGS * (1 - covered), at, at + 3);
    }
  }
  return { width, height, data };
}

function change(pixels: Pixels, to: (level: number) => number): Pixels {
  const data = new Uint8ClampedArray(pixels.data.length);
  for (let index = 0; index < data.length; index += 1) data[index] = to(pixels.data[index]!);
  return { ...pixels, data };
}

describe('the time code', () => {
  it.each([0, 1, 33, 32_768, 47_391, LOOP_MS - 1])('of %i ms is read back', (timeMs) => {
    expect(readTimeCode(picture(timeMs, 1280, 720))).toBe(timeMs);
  });

  it.each([
    [1920, 1080],
    [1279, 719],
    [854, 480],
    [640, 360],
    [390, 219],
    [320, 180],
    [160, 90],
    [128, 72],
  ])('is read from a picture of %i × %i', (width, height) => {
    for (const timeMs of [0, 21_845, 43_690, 63_967]) {
      expect(readTimeCode(picture(timeMs, width, height))).toBe(timeMs);
    }
  });

  it('is read through noise and poor contrast', () => {
    const random = seededRandom(7);
    for (let timeMs = 0; timeMs < LOOP_MS; timeMs += 4_717) {
      const noisy = change(
        picture(timeMs, 320, 180),
        (level) => 60 + level * 0.4 + (random() - 0.5) * 60,
      );
      expect(readTimeCode(noisy)).toBe(timeMs);
    }
  });

  it('is refused rather than misread where a block is wrong', () => {
    const right = picture(12_345, 640, 360);
    const block = (TIME_CODE_BOX.width * 640) / TIME_CODE_BLOCKS;
    for (let wrong = 0; wrong < TIME_CODE_BLOCKS; wrong += 1) {
      const flipped = { ...right, data: Uint8Array.from(right.data as Uint8Array) };
      const from = TIME_CODE_BOX.left * 640 + wrong * block;
      for (let y = 354; y < 360; y += 1) {
        for (let x = from; x < from + block; x += 1) {
          const at = (y * 640 + x) * 4;
          flipped.data.fill(255 - flipped.data[at]!, at, at + 3);
        }
      }
      expect(readTimeCode(flipped)).toBeNull();
    }
  });

  it('is not found in a black, white or grey picture, nor in a tiny one', () => {
    for (const level of [0, 128, 255]) {
      const plain = change(picture(0, 320, 180), () => level);
      expect(readTimeCode(plain)).toBeNull();
    }
    expect(readTimeCode(picture(500, 100, 56))).toBeNull();
  });

  it.each([-1, 0.5, 65_536, Number.NaN])('cannot hold %d ms', (timeMs) => {
    expect(() => encodeTimeCode(timeMs)).toThrow(RangeError);
  });
});

describe('the age of a frame', () => {
  it('is the time since it was sent, also across the seam of the loop', () => {
    expect(ageOfFrame(10_000, 1_000_000, 1_011_400)).toBe(1_400);
    expect(ageOfFrame(63_500, 1_064_000, 1_064_900)).toBe(1_400);
    expect(ageOfFrame(63_500, 1_000_000, 1_064_900)).toBe(1_400);
  });
});
