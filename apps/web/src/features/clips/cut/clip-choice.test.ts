import { expect, test } from 'vitest';
import { isLongEnough, lastOf, reachOf, withEnd, withStart } from './clip-choice.ts';

test('offers the last three minutes that the fan has watched, within the rewind window', () => {
  expect(reachOf(500.7, 0)).toEqual({ startS: 320, endS: 500 });
  expect(reachOf(100, 40.2)).toEqual({ startS: 41, endS: 100 });
  expect(isLongEnough(reachOf(14, 0))).toBe(false);
  expect(isLongEnough(reachOf(15, 0))).toBe(true);
});

test('preselects the last half minute', () => {
  expect(lastOf({ startS: 320, endS: 500 })).toEqual({ startS: 470, endS: 500 });
  expect(lastOf({ startS: 0, endS: 20 })).toEqual({ startS: 0, endS: 20 });
});

const REACH = { startS: 100, endS: 280 };
test('keeps a clip between 15 and 60 seconds, whichever end is moved', () => {
  const choice = { startS: 200, endS: 230 };
  expect(withStart(choice, 225, REACH)).toEqual({ startS: 225, endS: 240 });
  expect(withStart(choice, 120, REACH)).toEqual({ startS: 120, endS: 180 });
  expect(withStart(choice, 999, REACH)).toEqual({ startS: 265, endS: 280 });
  expect(withEnd(choice, 205, REACH)).toEqual({ startS: 190, endS: 205 });
  expect(withEnd(choice, 279, REACH)).toEqual({ startS: 219, endS: 279 });
  expect(withEnd(choice, 0, REACH)).toEqual({ startS: 100, endS: 115 });
});
