import { expect, test } from 'vitest';
import { fitCrop, pushCrop, squareOf, wholeCrop, ZOOM_MAX } from './crop.ts';

const upright = { width: 300, height: 400 };

test('a picture begins with its largest square, in the middle', () => {
  expect(squareOf(upright, wholeCrop(upright))).toEqual({ left: 0, top: 50, side: 300 });
});

test('closer takes a smaller square around the same middle', () => {
  const crop = fitCrop(upright, { ...wholeCrop(upright), zoom: 2 });
  expect(squareOf(upright, crop)).toEqual({ left: 75, top: 125, side: 150 });
  expect(fitCrop(upright, { ...crop, zoom: 99 }).zoom).toBe(ZOOM_MAX);
  expect(fitCrop(upright, { ...crop, zoom: 0 }).zoom).toBe(1);
});

test('the picture follows the finger, and never leaves the square', () => {
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

test('a square that grows beyond the border is moved back into the picture', () => {
  const corner = fitCrop(upright, { x: 0, y: 0, zoom: 4 });
  expect(squareOf(upright, fitCrop(upright, { ...corner, zoom: 1 }))).toEqual({
    left: 0,
    top: 0,
    side: 300,
  });
});
