import { describe, expect, it } from 'vitest';
import { judgeReload, reloadHoldMs } from './reload-rules.ts';

const OPEN = { mediaSequence: 10, parts: 2, closed: false };
const CLOSED = { mediaSequence: 10, parts: 3, closed: true };

describe('a blocking reload', () => {
  it.each([
    { target: [9, null], at: OPEN, answer: 'now' },
    { target: [9, 7], at: OPEN, answer: 'now' },
    { target: [10, 1], at: OPEN, answer: 'now' },
    { target: [10, 2], at: OPEN, answer: 'wait' },
    { target: [10, null], at: OPEN, answer: 'wait' },
    { target: [10, null], at: CLOSED, answer: 'now' },
    // A part number past the end of a closed segment means the first part of the next segment.
    { target: [10, 3], at: CLOSED, answer: 'wait' },
    { target: [10, 3], at: { mediaSequence: 11, parts: 1, closed: false }, answer: 'now' },
    { target: [11, 0], at: CLOSED, answer: 'wait' },
    { target: [12, null], at: CLOSED, answer: 'wait' },
    { target: [13, 0], at: CLOSED, answer: 'too_far' },
    { target: [10, 10], at: OPEN, answer: 'too_far' },
    { target: [11, 9], at: OPEN, answer: 'too_far' },
    { target: [999_999, 0], at: OPEN, answer: 'too_far' },
  ] as const)(
    'for $target is answered "$answer" at $at',
    ({ target: [mediaSequence, part], at, answer }) => {
      expect(judgeReload({ mediaSequence, part }, at)).toBe(answer);
    },
  );
});

describe('a reload without new parts', () => {
  it.each([
    { targetDurationS: 1, givesUpMs: 1_200 },
    { targetDurationS: 2, givesUpMs: 1_600 },
    { targetDurationS: 6, givesUpMs: 4_800 },
  ])(
    'is answered well before hls.js gives up after $givesUpMs ms',
    ({ targetDurationS, givesUpMs }) => {
      expect(givesUpMs - reloadHoldMs(targetDurationS)).toBeCloseTo(400);
    },
  );
});
