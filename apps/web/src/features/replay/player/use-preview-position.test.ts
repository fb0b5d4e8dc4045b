import { expect, it } from 'vitest';
import { positionUnder } from './use-preview-position.ts';

it('maps a pointer to the position on the track, which begins and ends half a thumb from the edges', () => {
  const bar = { left: 20, width: 216 };
  expect(positionUnder(28, bar, 600)).toBe(0);
  expect(positionUnder(128, bar, 600)).toBe(300);
  expect(positionUnder(228, bar, 600)).toBe(600);
});

it('stays on the track outside of the bar', () => {
  const bar = { left: 20, width: 216 };
  expect(positionUnder(0, bar, 600)).toBe(0);
  expect(positionUnder(900, bar, 600)).toBe(600);
});
