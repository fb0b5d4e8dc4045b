import { beforeEach, describe, expect, it } from 'vitest';
import { TouchGestures } from './touch-gestures.ts';

const WIDTH = 400;
let gestures: TouchGestures;
let nowMs: number;
beforeEach(() => {
  gestures = new TouchGestures();
  nowMs = 0;
});

const tap = (x: number, afterMs = 150) => {
  nowMs += afterMs;
  gestures.down({ x, y: 100, atMs: nowMs });
  return gestures.up({ x: x + 2, y: 101, atMs: nowMs + 60 }, WIDTH);
};
const swipe = (right: number, down: number) => {
  gestures.down({ x: 200, y: 50, atMs: nowMs });
  return gestures.up({ x: 200 + right, y: 50 + down, atMs: nowMs + 200 }, WIDTH);
};

describe('a finger on the video', () => {
  it('skips back by a double tap on the left and forward on the right, and again by each further tap', () => {
    expect([tap(50), tap(50), tap(50)]).toEqual(['tap', 'back', 'back']);
    expect([tap(380), tap(380)]).toEqual(['tap', 'forward']);
  });

  it('does not skip by slow taps, taps on both sides or taps in the middle', () => {
    expect([tap(50), tap(50, 900)]).toEqual(['tap', 'tap']);
    expect([tap(380), tap(50)]).toEqual(['tap', 'tap']);
    expect([tap(200), tap(200)]).toEqual(['tap', 'tap']);
  });

  it('is a swipe only downwards and over a minimum distance', () => {
    expect(swipe(10, 90)).toBe('swipe_down');
    expect([swipe(10, -90), swipe(90, 90), swipe(2, 30)]).toEqual([null, null, null]);
  });

  it('does nothing in a long press or while the browser scrolls', () => {
    gestures.down({ x: 50, y: 100, atMs: 0 });
    expect(gestures.up({ x: 50, y: 100, atMs: 900 }, WIDTH)).toBe(null);
    gestures.down({ x: 50, y: 100, atMs: 1_000 });
    gestures.cancel();
    expect(gestures.up({ x: 50, y: 200, atMs: 1_100 }, WIDTH)).toBe(null);
  });
});
