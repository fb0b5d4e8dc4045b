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

test('a WebRTC picture is late by half a round trip and by what pictures waited lately', () => {
  const first = readWebrtcDelay([video(2, 100), sound, pair], null);
  expect(first?.delayMs).toBeCloseTo(40 + 20);
  // What was waited at the beginning is over.
  const second = readWebrtcDelay([pair, video(2.5, 150)], first);
  expect(second?.delayMs).toBeCloseTo(40 + 10);
});

test('a browser that tells nothing leaves the delay as it was known', () => {
  expect(readWebrtcDelay([sound], null)).toBe(null);
  const known = { delayMs: 50, waitedS: 1, emitted: 10 };
  expect(readWebrtcDelay([sound], known)).toBe(known);
});
