import { describe, expect, it } from 'vitest';
import { declareNoReordering } from './declare-no-reordering.ts';
import { parseSequenceParameterSet } from './sequence-parameter-set.ts';

/** High profile, 1920 x 1080, with cropping and a VUI that allows two reordered pictures, as x264 writes it. */
const HIGH = Buffer.from('67640028acd940780227e5c05a808080a0000003002000000781e30632c0', 'hex');

describe('a sequence parameter set that declares no reordering', () => {
  it('keeps size and profile, and has a VUI without a frame rate', () => {
    const before = parseSequenceParameterSet(HIGH);
    expect(before).toMatchObject({ width: 1920, height: 1080, profile: 100, frameRate: 30 });
    const set = declareNoReordering(HIGH);
    expect(parseSequenceParameterSet(set!)).toEqual({ ...before, frameRate: null });
    expect(set![0]).toBe(HIGH[0]);
  });

  it('contains no start code', () => {
    expect(declareNoReordering(HIGH)!.toString('hex')).not.toMatch(/^(?:..)*00000[0-2]/);
  });

  it('is not made from an invalid parameter set', () => {
    expect(declareNoReordering(Buffer.from([0x67, 0x64, 0, 0x28]))).toBeNull();
  });
});
