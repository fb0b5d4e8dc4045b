import { expect, test } from 'vitest';
import { pointsOf, StreamHistory } from './stream-history.ts';
import type { StreamSample } from './stream-rules.ts';

const START = Date.parse('2026-11-22T14:00:00Z');
const sample = (atS: number, changes: Partial<StreamSample> = {}): StreamSample => ({
  atMs: START + atS * 1_000,
  bitrateBps: 6_000_000,
  frameRate: 30,
  droppedFrames: 0,
  viewersHls: 10,
  viewersWebrtc: 1,
  latencyMs: 300,
  ...changes,
});

test('keeps thirty minutes of a stream and of at most sixteen streams', () => {
  const history = new StreamHistory();
  for (let atS = 0; atS < 3_600; atS += 5) history.add('ring', sample(atS));
  const kept = history.samplesOf('ring');
  expect(kept).toHaveLength(360);
  expect(kept.at(-1)?.atMs).toBe(START + 3_595_000);
  expect(pointsOf(kept)).toHaveLength(60);
  for (let channel = 0; channel < 16; channel += 1) {
    history.add(`other-${channel}`, sample(4_000 + channel));
  }
  expect(history.samplesOf('ring')).toEqual([]);
  expect(history.samplesOf('other-15')).toHaveLength(1);
});

test('ignores a report that is already stored', () => {
  const history = new StreamHistory();
  history.add('ring', sample(0));
  history.add('ring', sample(0));
  expect(history.samplesOf('ring')).toHaveLength(1);
});

test('summarizes thirty seconds: average and lowest bit rate, lowest frame rate, most viewers', () => {
  const points = pointsOf([
    sample(0),
    sample(5, { bitrateBps: 3_000_000, frameRate: 22, droppedFrames: 4, viewersHls: 12 }),
    sample(30, { latencyMs: null }),
  ]);
  expect(points).toEqual([
    {
      at: '2026-11-22T14:00:00.000Z',
      bitrate_bps: 4_500_000,
      bitrate_low_bps: 3_000_000,
      frame_rate: 22,
      dropped_frames: 4,
      viewers_hls: 12,
      viewers_webrtc: 1,
      latency_ms: 300,
    },
    expect.objectContaining({ at: '2026-11-22T14:00:30.000Z', latency_ms: null }),
  ]);
});
