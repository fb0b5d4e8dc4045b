import { expect, test } from 'vitest';
import { readFlvFile } from './flv-file.ts';
import { writeAvcFrame } from './flv-tag.ts';

const header = Buffer.from('464c5601050000000900000000', 'hex');

const tag = (typeId: number, timestampMs: number, payload: Buffer): Buffer => {
  const bytes = Buffer.alloc(11 + payload.length + 4);
  bytes.writeUInt8(typeId, 0);
  bytes.writeUIntBE(payload.length, 1, 3);
  bytes.writeUIntBE(timestampMs & 0xffffff, 4, 3);
  bytes.writeUInt8(timestampMs >>> 24, 7);
  payload.copy(bytes, 11);
  bytes.writeUInt32BE(11 + payload.length, 11 + payload.length);
  return bytes;
};

test('tags are read in order with their times, including times beyond 24 bits', () => {
  const file = Buffer.concat([
    header,
    tag(9, 0, Buffer.from('first')),
    tag(8, 0x1000017, Buffer.from('second')),
  ]);
  expect([...readFlvFile(file)]).toEqual([
    { typeId: 9, timestampMs: 0, payload: Buffer.from('first') },
    { typeId: 8, timestampMs: 0x1000017, payload: Buffer.from('second') },
  ]);
});

test('other files and truncated files are refused', () => {
  expect(() => [...readFlvFile(Buffer.from('RIFF....WAVE'))]).toThrow('not an FLV file');
  const whole = Buffer.concat([header, tag(9, 0, Buffer.alloc(100))]);
  expect(() => [...readFlvFile(whole.subarray(0, 60))]).toThrow('cut off');
});

test('a negative composition time keeps its sign', () => {
  const data = Buffer.of(0, 0, 0, 1, 0x41);
  const body = writeAvcFrame({ key: false, compositionTimeMs: -40, data });
  expect(body).toEqual(Buffer.concat([Buffer.of(0x27, 1, 0xff, 0xff, 0xd8), data]));
});
