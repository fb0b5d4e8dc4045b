import { expect, test } from 'vitest';
import { isCropAllowed, isLargeEnough, largestCrop } from './crop-rules.ts';

test.each([
  ['fighter', { width: 3000, height: 2000 }, { left: 500, top: 0, width: 2000, height: 2000 }],
  ['fighter', { width: 1000, height: 1400 }, { left: 0, top: 100, width: 1000, height: 1000 }],
  ['program', { width: 1920, height: 1080 }, { left: 0, top: 0, width: 1920, height: 1080 }],
  ['program', { width: 4000, height: 1080 }, { left: 1040, top: 0, width: 1920, height: 1080 }],
  ['program', { width: 1500, height: 2400 }, { left: 0, top: 389, width: 1500, height: 844 }],
] as const)('the largest crop of a %s in %o is %o', (owner, size, crop) => {
  expect(largestCrop(owner, size)).toEqual(crop);
  expect(isCropAllowed(owner, crop, size)).toBe(true);
});

test('an image smaller than the largest size on a phone is too small', () => {
  expect(isLargeEnough('fighter', { width: 288, height: 288 })).toBe(true);
  expect(isLargeEnough('fighter', { width: 4000, height: 287 })).toBe(false);
  expect(isLargeEnough('program', { width: 1280, height: 720 })).toBe(true);
  expect(isLargeEnough('program', { width: 1279, height: 2000 })).toBe(false);
});

test.each([
  ['beyond the right edge', { left: 1, top: 0, width: 1000, height: 1000 }],
  ['beyond the lower edge', { left: 0, top: 801, width: 700, height: 700 }],
  ['not square', { left: 0, top: 0, width: 700, height: 690 }],
  ['too small', { left: 0, top: 0, width: 200, height: 200 }],
])('refuses a portrait’s crop that is %s', (_what, crop) => {
  expect(isCropAllowed('fighter', crop, { width: 1000, height: 1500 })).toBe(false);
});
