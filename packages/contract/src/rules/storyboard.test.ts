import { expect, it } from 'vitest';
import { findFrame, sheetName } from './storyboard.ts';

it('finds the last frame that is not after the position', () => {
  expect(findFrame(0)).toEqual({ sheet: 0, column: 0, row: 0, atS: 0 });
  expect(findFrame(9.99)).toEqual({ sheet: 0, column: 0, row: 0, atS: 0 });
  expect(findFrame(10)).toEqual({ sheet: 0, column: 1, row: 0, atS: 10 });
  expect(findFrame(59)).toEqual({ sheet: 0, column: 0, row: 1, atS: 50 });
  expect(findFrame(299.9)).toEqual({ sheet: 0, column: 4, row: 5, atS: 290 });
});

it('continues on the next sheet after five minutes', () => {
  expect(findFrame(300)).toEqual({ sheet: 1, column: 0, row: 0, atS: 300 });
  expect(sheetName(findFrame(3_605).sheet)).toBe('sheet12.jpg');
});

it('shows the first frame for a position before the start', () => {
  expect(findFrame(-3)).toEqual(findFrame(0));
});
