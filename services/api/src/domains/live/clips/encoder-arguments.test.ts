import { expect, test } from 'vitest';
import { clipRate } from './encoder-arguments.ts';
import { parseRange } from './serve-clips.ts';

test.each([
  [30, '30'],
  [25, '25'],
  [29.97, '30000/1001'],
  [23.976, '24000/1001'],
  [59.94, '30000/1001'],
  [60, '30'],
  [50, '25'],
  [120, '30'],
  [null, '30'],
  [0.1, '30'],
])('encodes a source of %s pictures per second with a rate of %s', (source, rate) => {
  expect(clipRate(source)).toBe(rate);
});

test('parses byte ranges, and refuses ranges beyond the end', () => {
  expect(parseRange(undefined, 10)).toBeNull();
  expect(parseRange('bytes=0-', 10)).toEqual({ start: 0, end: 10 });
  expect(parseRange('bytes=2-4', 10)).toEqual({ start: 2, end: 5 });
  expect(parseRange('bytes=-3', 10)).toEqual({ start: 7, end: 10 });
  expect(parseRange('bytes=0-99', 10)).toEqual({ start: 0, end: 10 });
  expect(parseRange('bytes=10-', 10)).toBe('unsatisfiable');
});
