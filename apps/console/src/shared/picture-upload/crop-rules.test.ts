import { expect, test } from 'vitest';
import { placeCrop, widestCrop } from './crop-rules.ts';

const PICTURE = { width: 4_000, height: 3_000 };

test('limits the widest crop by the shorter side', () => {
  expect(widestCrop(PICTURE, 1)).toBe(3_000);
  expect(widestCrop(PICTURE, 16 / 9)).toBe(4_000);
});

test('keeps the aspect ratio of a crop and keeps the crop inside the image', () => {
  const crop = { width: 1_600, height: 900 };
  expect(placeCrop(PICTURE, 16 / 9, { width: 1_600, x: 0, y: 0 })).toEqual({
    left: 0,
    top: 0,
    ...crop,
  });
  expect(placeCrop(PICTURE, 16 / 9, { width: 1_600, x: 9_999, y: 9_999 })).toEqual({
    left: 2_400,
    top: 2_100,
    ...crop,
  });
  expect(placeCrop(PICTURE, 1, { width: 9_999, x: 2_000, y: 1_500 })).toEqual({
    left: 500,
    top: 0,
    width: 3_000,
    height: 3_000,
  });
});
