import { describe, expect, it } from 'vitest';
import { nextReached, OPEN_CLOCK, waitsFor } from '../../../shared/in-step/picture-clock.ts';
import { createStore } from '../../../shared/store.ts';
import { DUE_QUEUE_MAX, DueQueue } from './due-queue.ts';
import { Timeline } from './timeline.ts';

const clockAt = (reachedMs: number) => ({ reachedMs: createStore(reachedMs), nowMs: () => 0 });
const byValue = (value: number) => value;

describe('nextReached', () => {
  it('advances with the video', () => {
    expect(nextReached(1_000, 1_250, 3_000)).toBe(1_250);
  });

  it('is infinite without a video, so that nothing is delayed', () => {
    expect(nextReached(1_000, null, 3_000)).toBe(Number.POSITIVE_INFINITY);
  });

  it('never moves back at the first frame or after a stall', () => {
    expect(nextReached(Number.POSITIVE_INFINITY, 8_500, 10_000)).toBe(10_000);
    expect(nextReached(10_000, 9_000, 12_000)).toBe(10_000);
  });

  it('moves back when the viewer rewinds', () => {
    expect(nextReached(100_000, 40_000, 102_000)).toBe(40_000);
    expect(nextReached(40_000, 40_250, 102_250)).toBe(40_250);
  });
});

describe('waitsFor', () => {
  it('is the picture of a viewer at live, and of one who has rewound or paused', () => {
    expect(waitsFor(96_000, true, 100_000)).toBe(96_000);
    expect(waitsFor(40_000, false, 100_000)).toBe(40_000);
    expect(waitsFor(null, true, 100_000)).toBeNull();
  });

  it('is nothing at live for the last frames of a stream that has stopped', () => {
    expect(waitsFor(40_000, true, 100_000)).toBeNull();
  });
});

describe('DueQueue', () => {
  it('delivers each value once, in the order in which they happened', () => {
    const clock = clockAt(10);
    const shown: number[][] = [];
    const queue = new DueQueue<number>(clock, (values) => shown.push([...values]));
    queue.push([5, 30, 20], byValue);
    expect(shown).toEqual([[5]]);
    clock.reachedMs.set(25);
    clock.reachedMs.set(8);
    clock.reachedMs.set(26);
    expect(shown).toEqual([[5], [20]]);
    clock.reachedMs.set(Number.POSITIVE_INFINITY);
    expect(shown).toEqual([[5], [20], [30]]);
  });

  it('delivers at once without a video, and drops the oldest values when it is full', () => {
    const shown: number[] = [];
    new DueQueue<number>(OPEN_CLOCK, (values) => shown.push(...values)).push([3], byValue);
    expect(shown).toEqual([3]);

    const clock = clockAt(0);
    const held: number[] = [];
    const queue = new DueQueue<number>(clock, (values) => held.push(...values));
    for (let at = 1; at <= DUE_QUEUE_MAX + 2; at += 1) queue.push([at], byValue);
    clock.reachedMs.set(Number.POSITIVE_INFINITY);
    expect(held).toHaveLength(DUE_QUEUE_MAX);
    expect(held[0]).toBe(3);
  });

  it('delivers nothing after close', () => {
    const clock = clockAt(0);
    const shown: number[] = [];
    const queue = new DueQueue<number>(clock, (values) => shown.push(...values));
    queue.push([3], byValue);
    queue.close();
    clock.reachedMs.set(9);
    expect(shown).toEqual([]);
  });
});

describe('Timeline', () => {
  it('returns the value at a moment, and null before the first value', () => {
    const bar = new Timeline<string>(3);
    bar.push('a', 10);
    bar.push('b', 20);
    expect([5, 10, 19, 20, 99].map((at) => bar.at(at))).toEqual([null, 'a', 'a', 'b', 'b']);
    expect(bar.latest).toBe('b');
  });

  it('drops the oldest values, and never records an earlier time than before', () => {
    const bar = new Timeline<string>(2);
    bar.push('a', 10);
    bar.push('b', 20);
    bar.push('corrected', 15);
    expect(bar.at(20)).toBe('corrected');
    bar.push('c', 30);
    expect(bar.at(12)).toBe(null);
  });
});
