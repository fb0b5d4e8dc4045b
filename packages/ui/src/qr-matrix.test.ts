import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrMatrix, qrPath } from './qr-matrix.ts';

const PAYLOAD =
  '00020101021229370016A000000677010111011300668123456785802TH530376454065000.006304ABCD';
const PIXELS = 6;

/** Renders the path to pixels. */
function paint(path: string, size: number) {
  const side = size * PIXELS;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row += 1) {
      const from = (row * side + Number(x) * PIXELS) * 4;
      for (let index = 0; index < Number(width) * PIXELS; index += 1)
        data.fill(0, from + index * 4, from + index * 4 + 3);
    }
  }
  return { width: side, height: side, data };
}

test('the drawn code can be read back', () => {
  const matrix = qrMatrix(PAYLOAD);
  expect(decodeQR(paint(qrPath(matrix), matrix.length))).toBe(PAYLOAD);
});

test('the code has a light quiet zone', () => {
  const matrix = qrMatrix(PAYLOAD);
  for (const index of [0, 1, 2, 3]) {
    expect(matrix[index]?.some(Boolean)).toBe(false);
    expect(matrix.some((row) => row[index])).toBe(false);
  }
});
