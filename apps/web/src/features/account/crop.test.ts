import { expect, test } from 'vitest';
import { fitCrop, pushCrop, squareOf, wholeCrop, ZOOM_MAX } from './crop.ts';

const upright = { width: 300, height: 400 };

test('starts with the largest square in the middle of the image', () => {
  expect(squareOf(upright, wholeCrop(upright))).toEqual({ left: 0, top: 50, side: 300 });
});

test('takes a smaller square with the same centre when zoomed in', () => {
  const crop = fitCrop(upright, { ...wholeCrop(upright), zoom: 2 });
  expect(squareOf(upright, crop)).toEqual({ left: 75, top: 125, side: 150 });
  expect(fitCrop(upright, { ...crop, zoom: 99 }).zoom).toBe(ZOOM_MAX);
  expect(fitCrop(upright, { ...crop, zoom: 0 }).zoom).toBe(1);
});

test('moves the square with the pointer, but never out of the image', () => {
  const crop = wholeCrop(upright);
  expect(squareOf(upright, pushCrop(upright, crop, { right: 0, down: 0.1 })).top).toBe(20);
  expect(squareOf(upright, pushCrop(upright, crop, { right: 5, down: 5 }))).toMatchObject({
    left: 0,
    top: 0,
  });
  expect(squareOf(upright, pushCrop(upright, crop, { right: -5, down: -5 }))).toMatchObject({
    left: 0,
    top: 100,
  });
});

test('moves the square back into the image when zoomed out', () => {
  const corner = fitCrop(upright, { x: 0, y: 0, zoom: 4 });
  expect(squareOf(upright, fitCrop(upright, { ...corner, zoom: 1 }))).toEqual({
    left: 0,
    top: 0,
    side: 300,
  });
});
