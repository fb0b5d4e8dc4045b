import { expect, it } from 'vitest';
import type { ReplaySegment } from './replay-timeline.ts';
import { findSmallestVideo, planSheets } from './storyboard-rules.ts';

const periodOf = (first_sequence: number, width: number | null = 640) => ({
  ...{ folder: '', first_sequence, discontinuity: 0, init: Buffer.alloc(0), codecs: '' },
  ...{ width, height: width, frame_rate: 30 },
});
const FIRST = periodOf(0);
const SECOND = periodOf(5);

const track = (count: number, durationS: number, periodOfIndex = (_index: number) => FIRST) => ({
  folder: '',
  segments: Array.from(
    { length: count },
    (_, index): ReplaySegment => ({
      ...{ sequence: index, objectSequence: 0, offset: 0, bytes: 1, startMs: 0, tags: 0 },
      ...{ period: periodOfIndex(index), beginsObject: false },
      durationUs: durationS * 1_000_000,
      positionUs: index * durationS * 1_000_000,
    }),
  ),
});
const sequencesOf = (sheets: readonly (readonly (readonly ReplaySegment[])[])[]) =>
  sheets.map((runs) => runs.map((run) => run.map(({ sequence }) => sequence)));

it('takes the segment that contains each tenth second, in sheets of thirty', () => {
  expect(sequencesOf(planSheets(track(13, 4)))).toEqual([[[0, 2, 5, 7, 10, 12]]]);
  const sheets = planSheets(track(155, 2));
  expect(sheets.map((runs) => runs.flat().length)).toEqual([30, 1]);
  expect(sequencesOf(sheets)[1]).toEqual([[150]]);
});

it('begins a run where the encoder was restarted, and repeats a segment that is longer than the interval', () => {
  const restarted = track(10, 10, (index) => (index < 5 ? FIRST : SECOND));
  expect(sequencesOf(planSheets(restarted))).toEqual([
    [
      [0, 1, 2, 3, 4],
      [5, 6, 7, 8, 9],
    ],
  ]);
  expect(sequencesOf(planSheets(track(2, 15)))).toEqual([[[0], [0, 1]]]);
});

it('uses the smallest rendition with video', () => {
  const [large, small] = [
    { ...track(1, 2), folder: '' },
    { ...track(1, 2), folder: '480p' },
  ];
  const audio = { ...track(1, 2, () => periodOf(0, null)), folder: 'audio' };
  expect(findSmallestVideo([large, small, audio])).toBe(small);
  expect(findSmallestVideo([audio])).toBeUndefined();
});
