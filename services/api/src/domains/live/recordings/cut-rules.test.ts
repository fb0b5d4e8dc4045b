import { expect, test } from 'vitest';
import { findCut } from './cut-rules.ts';
import { placeSegments } from './replay-timeline.ts';

/** Returns a rendition with segments of two seconds that starts at time 0. */
function track(
  folder: string,
  height: number,
  { first = 0, count = 15, tags = [] as number[] } = {},
) {
  let discontinuity = 0;
  const periods = [0, ...tags].map((sequence) => ({
    ...{ folder, first_sequence: sequence, discontinuity: discontinuity++ },
    ...{ init: Buffer.alloc(0), codecs: '', width: height, height, frame_rate: 30 },
  }));
  const objects = Array.from({ length: count }, (_, index) => first + index).map((sequence) => ({
    ...{ folder, first_sequence: sequence },
    period_sequence: [0, ...tags].filter((begin) => begin <= sequence).at(-1) ?? 0,
    starts_at: new Date(sequence * 2_000),
    segments: [[0, sequence * 2_000_000, 1_998_000, 100]] as const,
  }));
  return placeSegments(folder, periods, objects);
}

test('finds the segments of a range and the offset in the first segment', () => {
  const cut = findCut([track('', 720)], { startMs: 3_500, endMs: 18_500 }, false);
  if (cut.kind !== 'found') throw new Error(cut.kind);
  expect(cut.segments.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(cut.offsetMs).toBe(1_500);
});

test('takes the best rendition that is not larger than needed, or another rendition that has the range', () => {
  const tracks = [track('480p', 480), track('', 2_160), track('1080p', 1_080)];
  expect(findCut(tracks, { startMs: 0, endMs: 15_000 }, true)).toMatchObject({ folder: '1080p' });
  const late = [track('480p', 480), track('1080p', 1_080, { first: 5 })];
  expect(findCut(late, { startMs: 0, endMs: 15_000 }, true)).toMatchObject({ folder: '480p' });
});

test('waits for an end that is not stored yet, and reports it as missing once the recording is over', () => {
  const range = { startMs: 20_000, endMs: 35_000 };
  expect(findCut([track('', 720)], range, false)).toEqual({ kind: 'waiting' });
  expect(findCut([], range, false)).toEqual({ kind: 'waiting' });
  expect(findCut([track('', 720)], range, true)).toEqual({ kind: 'missing' });
  expect(findCut([track('audio', 0)], range, true)).toEqual({ kind: 'missing' });
});

test('reports a range before the start of the recording as missing', () => {
  const tracks = [track('', 720, { first: 5 })];
  expect(findCut(tracks, { startMs: 2_000, endMs: 17_000 }, true)).toEqual({ kind: 'missing' });
});

test('refuses a range in which the encoder reconnected, and finds the ranges beside it', () => {
  const tracks = [track('', 720, { count: 20, tags: [10] })];
  const at = (startMs: number, endMs: number) => findCut(tracks, { startMs, endMs }, true).kind;
  expect(at(10_000, 25_000)).toBe('interrupted');
  expect(at(4_000, 20_000)).toBe('found');
  expect(at(20_000, 36_000)).toBe('found');
});
