import { describe, expect, it } from 'vitest';
import { describeAac } from './audio-specific-config.ts';
import { describeAvc } from './avc-record.ts';
import { parseSequenceParameterSet } from './sequence-parameter-set.ts';

const sps = (hex: string) => parseSequenceParameterSet(Buffer.from(hex, 'hex'));

describe('a sequence parameter set', () => {
  // Written by x264 for the named picture; sizes by ffprobe.
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
  ])('tells $width × $height at $frameRate fps', ({ hex, width, height, frameRate }) => {
    expect(sps(hex)).toEqual({ width, height, frameRate });
  });

  it('is nothing when it is another unit, or cut off', () => {
    expect(sps('68ce3c80')).toBeNull();
    expect(sps('6742c01e')).toBeNull();
    expect(sps('')).toBeNull();
    const whole = '67640028acd940780227e5c05a808080a0000003002000000781e30632c0';
    for (let length = 2; length < 16; length += 2) expect(sps(whole.slice(0, length))).toBeNull();
  });

  it('never takes long or throws over nonsense', () => {
    for (let seed = 0; seed < 2_000; seed += 1) {
      const bytes = Buffer.from(
        Array.from({ length: 40 }, (_, index) => (seed * 31 + index * index * 17) & 0xff),
      );
      bytes[0] = 0x67;
      expect(() => parseSequenceParameterSet(bytes)).not.toThrow();
    }
  });
});

describe('configuration records', () => {
  it('give the codec of RFC 6381', () => {
    const record = Buffer.from(
      '0142c01effe100196742c01eda0280bfe5c044000003000400000300f03c58ba8001000468ce0fc8',
      'hex',
    );
    expect(describeAvc(record)).toMatchObject({ codec: 'avc1.42c01e', width: 640, height: 360 });
    expect(describeAvc(Buffer.from('0142c01eff', 'hex'))).toBeNull();
    expect(describeAvc(Buffer.from('0142c01effe1ffff67', 'hex'))).toBeNull();
  });

  it.each([
    { hex: '1190', codec: 'mp4a.40.2', sampleRateHz: 48_000, samplesPerFrame: 1024, channels: 2 },
    { hex: '1208', codec: 'mp4a.40.2', sampleRateHz: 44_100, samplesPerFrame: 1024, channels: 1 },
    { hex: '1194', codec: 'mp4a.40.2', sampleRateHz: 48_000, samplesPerFrame: 960, channels: 2 },
    {
      hex: '2b118800',
      codec: 'mp4a.40.5',
      sampleRateHz: 24_000,
      samplesPerFrame: 1024,
      channels: 2,
    },
    { hex: '11b0', codec: 'mp4a.40.2', sampleRateHz: 48_000, samplesPerFrame: 1024, channels: 6 },
  ])('describe the audio $hex', ({ hex, ...expected }) => {
    expect(describeAac(Buffer.from(hex, 'hex'))).toMatchObject(expected);
  });

  it('describe no audio that is none', () => {
    expect(describeAac(Buffer.from('12', 'hex'))).toBeNull();
    expect(describeAac(Buffer.from('0000', 'hex'))).toBeNull();
  });
});
