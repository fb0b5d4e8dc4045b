import { expect, test } from 'vitest';
import { avcRecord, idrPicture, interPicture } from '../rtmp/testing/sample-media.ts';
import { describeAvc, isIdrPicture, readNalLengthBytes } from './avc-record.ts';
import { MalformedMediaError } from './media-error.ts';

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

test('the record gives the codec of RFC 6381 and the size of the picture, or nothing', () => {
  const record = Buffer.from(
    '0142c01effe100196742c01eda0280bfe5c044000003000400000300f03c58ba8001000468ce0fc8',
    'hex',
  );
  expect(describeAvc(record)).toMatchObject({ codec: 'avc1.42c01e', width: 640, height: 360 });
  expect(describeAvc(Buffer.from('0142c01eff', 'hex'))).toBeNull();
  expect(describeAvc(Buffer.from('0142c01effe1ffff67', 'hex'))).toBeNull();
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
