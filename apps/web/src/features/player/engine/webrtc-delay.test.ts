import { expect, test } from 'vitest';
import { readWebrtcDelay } from './webrtc-delay.ts';

const pair = { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.08 };
const video = (jitterBufferDelay: number, jitterBufferEmittedCount: number) => ({
  type: 'inbound-rtp',
  kind: 'video',
  jitterBufferDelay,
  jitterBufferEmittedCount,
});
const sound = { ...video(99, 1), kind: 'audio' };

test('the WebRTC delay is half a round trip plus the recent time in the jitter buffer', () => {
  const first = readWebrtcDelay([video(2, 100), sound, pair], null);
  expect(first?.delayMs).toBeCloseTo(40 + 20);
  // Only the frames since the first reading count.
  const second = readWebrtcDelay([pair, video(2.5, 150)], first);
  expect(second?.delayMs).toBeCloseTo(40 + 10);
});

test('the delay keeps its value in a browser without statistics', () => {
  expect(readWebrtcDelay([sound], null)).toBe(null);
  const known = { delayMs: 50, waitedS: 1, emitted: 10 };
  expect(readWebrtcDelay([sound], known)).toBe(known);
});
