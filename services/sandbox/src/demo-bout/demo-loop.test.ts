import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LoopCursor, readDemoLoop } from './demo-loop.ts';
import { LOOP_MS } from './time-code.ts';

const file = readFileSync(join(import.meta.dirname, '../../assets/demo-bout.flv'));
const loop = readDemoLoop(file);
const pictures = loop.units.filter(({ kind }) => kind === 'video');
const sounds = loop.units.filter(({ kind }) => kind === 'audio');

describe('the demo bout', () => {
  it('stays under 6 MB in the repository', () => {
    expect(file.length).toBeLessThan(6_000_000);
  });

  it('has every video frame and every audio frame of its 64 s', () => {
    expect(pictures).toHaveLength(64 * 30);
    expect(sounds).toHaveLength((64 * 48_000) / 1_024);
  });

  it('has exactly one key frame per second', () => {
    const keys = pictures.filter(({ key }) => key).map(({ offsetMs }) => offsetMs);
    expect(keys).toEqual(Array.from({ length: 64 }, (_, second) => second * 1_000));
  });

  it('has no B-frames, which WebRTC cannot play: every composition time is 0', () => {
    expect(new Set(pictures.map(({ payload }) => payload.readIntBE(2, 3)))).toEqual(new Set([0]));
  });

  it('has evenly spaced frames, within a millisecond', () => {
    for (const [index, { offsetMs }] of pictures.entries()) {
      expect(Math.abs(offsetMs - (index * 1_000) / 30)).toBeLessThanOrEqual(1);
    }
    for (const [index, { offsetMs }] of sounds.entries()) {
      expect(Math.abs(offsetMs - (index * 1_024) / 48)).toBeLessThanOrEqual(1);
    }
  });

  it('is H.264 in High profile or below, with AAC-LC in stereo at 48 kHz', () => {
    const [, , , , , version, profile] = loop.videoConfig;
    expect(version).toBe(1);
    expect([66, 77, 100]).toContain(profile);
    // AudioSpecificConfig: object type 2 (LC), rate index 3 (48 kHz), 2 channels.
    expect(loop.audioConfig.readUInt16BE(2) >> 3).toBe((2 << 8) | (3 << 4) | 2);
  });

  it('is refused if it is truncated, has no audio or is no FLV file', () => {
    expect(() => readDemoLoop(file.subarray(0, file.length - 100_003))).toThrow();
    expect(() => readDemoLoop(Buffer.from('not a film at all'))).toThrow();
    expect(() => readDemoLoop(file.subarray(0, 13))).toThrow('no H.264 or no AAC');
  });
});

describe('the cursor along the loop', () => {
  it('covers three laps without decreasing, each lap starting one loop later', () => {
    const cursor = new LoopCursor(loop);
    let lastMs = -1;
    const starts: number[] = [];
    for (let count = 0; count < loop.units.length * 3; count += 1) {
      const { atMs, offsetMs, kind } = cursor.current;
      expect(atMs).toBeGreaterThanOrEqual(lastMs);
      if (offsetMs === 0 && kind === 'video') starts.push(atMs);
      lastMs = atMs;
      cursor.advance();
    }
    expect(starts).toEqual([0, LOOP_MS, LOOP_MS * 2]);
  });

  it('has no larger gap at the seam than elsewhere', () => {
    const gapAtSeam = (units: typeof pictures): number =>
      LOOP_MS - (units.at(-1)?.offsetMs ?? 0) + (units[0]?.offsetMs ?? 0);
    expect(gapAtSeam(pictures)).toBeLessThanOrEqual(34);
    expect(gapAtSeam(sounds)).toBeLessThanOrEqual(22);
  });

  it.each([
    [0, 0],
    [1, 1_000],
    [999.9, 1_000],
    [1_000, 1_000],
    [63_001, 64_000],
    [64_000 * 50 + 12_345, 64_000 * 50 + 13_000],
  ])('finds from %d ms the key picture at %d ms', (fromMs, keyMs) => {
    const cursor = new LoopCursor(loop);
    cursor.seekKey(fromMs);
    expect(cursor.current).toMatchObject({ key: true, atMs: keyMs });
  });
});
