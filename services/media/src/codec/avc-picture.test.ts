import { expect, test } from 'vitest';
import { idrPicture, interPicture, recoveryPicture } from '../rtmp/testing/sample-media.ts';
import { readAvcPicture } from './avc-picture.ts';
import { MalformedMediaError } from './media-error.ts';

const isIdr = (data: Buffer, lengthBytes: number) => readAvcPicture(data, lengthBytes).idr;

test('only an IDR is a key frame, at any position among the NAL units', () => {
  expect(isIdr(idrPicture(), 4)).toBe(true);
  expect(isIdr(interPicture(), 4)).toBe(false);
  expect(isIdr(Buffer.of(0, 0, 0, 0, ...idrPicture()), 4)).toBe(true);
  expect(isIdr(Buffer.of(0, 2, 0x65, 1), 2)).toBe(true);
});

test('the frame count of a recovery point is read', () => {
  for (const frames of [0, 1, 29, 250]) {
    expect(readAvcPicture(recoveryPicture(frames), 4)).toEqual({
      idr: false,
      recoveryFrames: frames,
    });
  }
  expect(readAvcPicture(interPicture(), 4).recoveryFrames).toBeNull();
});

test('a recovery point is found after another SEI message, and a truncated recovery point is ignored', () => {
  // Picture timing (type 1, 2 bytes), then the recovery point.
  const second = Buffer.of(0, 0, 0, 8, 0x06, 1, 2, 0xaa, 0xbb, 6, 1, 0xc0);
  expect(readAvcPicture(second, 4).recoveryFrames).toBe(0);
  const cutOff = Buffer.of(0, 0, 0, 3, 0x06, 6, 9);
  expect(readAvcPicture(cutOff, 4).recoveryFrames).toBeNull();
});

test.each([
  ['a unit longer than the picture', Buffer.of(0, 0, 0, 9, 0x65)],
  ['a length that is cut off', Buffer.of(0, 0, 0, 1, 0x65, 0, 0)],
  ['start codes instead of lengths', Buffer.of(0, 0, 0, 1, 0x67, 0x42, 0, 0x1e, 0xda)],
])('%s is refused', (_, data) => {
  expect(() => readAvcPicture(data, 4)).toThrow(MalformedMediaError);
});
