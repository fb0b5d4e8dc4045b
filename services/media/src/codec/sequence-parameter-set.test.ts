import { describe, expect, it } from 'vitest';
import { parseSequenceParameterSet } from './sequence-parameter-set.ts';

const sps = (hex: string) => parseSequenceParameterSet(Buffer.from(hex, 'hex'));

describe('a sequence parameter set', () => {
  // Parameter sets written by x264 for the named format; the sizes are those that ffprobe reports.
  it.each([
    {
      hex: '6742c01eda0280bfe5c044000003000400000300f03c58ba80',
      width: 640,
      height: 360,
      frameRate: 30,
    },
    {
      hex: '67640028acd940780227e5c05a808080a0000003002000000781e30632c0',
      width: 1920,
      height: 1080,
      frameRate: 30,
    },
    {
      hex: '6764001facd9405005bb0110000003001000000303c0f162d960',
      width: 1280,
      height: 720,
      frameRate: 30,
    },
  ])('yields $width × $height at $frameRate fps', ({ hex, width, height, frameRate }) => {
    expect(sps(hex)).toMatchObject({ width, height, frameRate, chromaFormat: 1, bitDepth: 8 });
  });

  it('is invalid if it is another NAL unit or truncated', () => {
    expect(sps('68ce3c80')).toBeNull();
    expect(sps('6742c01e')).toBeNull();
    expect(sps('')).toBeNull();
    const whole = '67640028acd940780227e5c05a808080a0000003002000000781e30632c0';
    for (let length = 2; length < 16; length += 2) expect(sps(whole.slice(0, length))).toBeNull();
  });

  it('never hangs or throws on garbage', () => {
    for (let seed = 0; seed < 2_000; seed += 1) {
      const bytes = Buffer.from(
        Array.from({ length: 40 }, (_, index) => (seed * 31 + index * index * 17) & 0xff),
      );
      bytes[0] = 0x67;
      expect(() => parseSequenceParameterSet(bytes)).not.toThrow();
    }
  });
});
