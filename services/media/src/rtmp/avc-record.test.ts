import { expect, test } from 'vitest';
import { isIdrPicture, readNalLengthBytes } from './avc-record.ts';
import { MalformedMediaError } from './media-error.ts';
import { avcRecord, idrPicture, interPicture } from './testing/sample-media.ts';

test('the record says how long the lengths are', () => {
  expect(readNalLengthBytes(avcRecord())).toBe(4);
  const short = avcRecord();
  short.writeUInt8(0xfd, 4);
  expect(readNalLengthBytes(short)).toBe(2);
});

test.each(Array.from({ length: avcRecord().length }, (_, length) => length))(
  'a record cut off after %i bytes is refused',
  (length) => {
    expect(() => readNalLengthBytes(avcRecord().subarray(0, length))).toThrow(MalformedMediaError);
  },
);

test('a record without parameter sets is refused', () => {
  expect(() => readNalLengthBytes(Buffer.of(1, 0x42, 0, 0x1e, 0xff, 0xe0, 0))).toThrow(
    MalformedMediaError,
  );
});

test('only an IDR is a key picture, wherever it stands', () => {
  expect(isIdrPicture(idrPicture(), 4)).toBe(true);
  expect(isIdrPicture(interPicture(), 4)).toBe(false);
  expect(isIdrPicture(Buffer.of(0, 0, 0, 0, ...idrPicture()), 4)).toBe(true);
  expect(isIdrPicture(Buffer.of(0, 2, 0x65, 1), 2)).toBe(true);
});

test.each([
  ['a unit longer than the picture', Buffer.of(0, 0, 0, 9, 0x65)],
  ['a length that is cut off', Buffer.of(0, 0, 0, 1, 0x65, 0, 0)],
  ['start codes instead of lengths', Buffer.of(0, 0, 0, 1, 0x67, 0x42, 0, 0x1e, 0xda)],
])('%s is refused', (_, data) => {
  expect(() => isIdrPicture(data, 4)).toThrow(MalformedMediaError);
});
