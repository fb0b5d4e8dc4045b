import { expect, test } from 'vitest';
import { avcRecord } from '../rtmp/testing/sample-media.ts';
import { describeAvc, readNalLengthBytes } from './avc-record.ts';
import { MalformedMediaError } from './media-error.ts';

test('the size of the length fields is read from the record', () => {
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

test('the RFC 6381 codec and the picture size are read from the record, `null` from an invalid one', () => {
  const record = Buffer.from(
    '0142c01effe100196742c01eda0280bfe5c044000003000400000300f03c58ba8001000468ce0fc8',
    'hex',
  );
  expect(describeAvc(record)).toMatchObject({ codec: 'avc1.42c01e', width: 640, height: 360 });
  expect(describeAvc(Buffer.from('0142c01eff', 'hex'))).toBeNull();
  expect(describeAvc(Buffer.from('0142c01effe1ffff67', 'hex'))).toBeNull();
});
