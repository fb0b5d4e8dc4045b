import { describe, expect, it } from 'vitest';
import { type OpusFormat, readOpusSamples, silentOpusPacket, writeOpusRecord } from './opus.ts';

describe('an Opus packet', () => {
  it.each([
    ['20 ms of CELT', [0xf8, 1], 960],
    ['2.5 ms of CELT', [0xe0, 1], 120],
    ['60 ms of SILK', [3 << 3, 1], 2_880],
    ['10 ms of hybrid', [12 << 3, 1], 480],
    ['two frames of 20 ms', [0xf9, 1], 1_920],
    ['three frames of 20 ms, counted', [0xfb, 3, 1], 2_880],
  ])('has the length of %s', (_name, bytes, samples) => {
    expect(readOpusSamples(Buffer.from(bytes))).toBe(samples);
  });

  it.each([
    ['empty', []],
    ['without a frame', [0xfb, 0]],
    ['longer than 120 ms', [0xfb, 7]],
    ['cut off before its count', [0xfb]],
  ])('is invalid if it is %s', (_name, bytes) => {
    expect(readOpusSamples(Buffer.from(bytes))).toBeNull();
  });
});

it.each([120, 240, 480, 960, 1_920, 2_880, 2_400])('makes %d samples of silence', (samples) => {
  for (const channels of [1, 2]) {
    const format: OpusFormat = {
      codec: 'opus',
      sampleRateHz: 48_000,
      channels,
      frameSamples: samples,
    };
    expect(readOpusSamples(silentOpusPacket(format))).toBe(samples);
  }
});

it('writes channels and rate into the record', () => {
  expect([...writeOpusRecord(2)]).toEqual([0, 2, 1, 56, 0, 0, 0xbb, 0x80, 0, 0, 0]);
});
