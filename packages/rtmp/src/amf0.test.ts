import { expect, test } from 'vitest';
import { readAmf0 } from './amf0-reader.ts';
import type { AmfValue } from './amf0-value.ts';
import { writeAmf0 } from './amf0-writer.ts';
import { RtmpProtocolError } from './protocol-error.ts';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.each<[string, AmfValue]>([
  ['a number', -1234.5],
  ['zero', 0],
  ['true', true],
  ['false', false],
  ['text', 'มวยไทย สด'],
  ['empty text', ''],
  ['text of 65 535 bytes', 'x'.repeat(65_535)],
  ['text that needs the long form', 'x'.repeat(65_536)],
  ['null', null],
  ['undefined', undefined],
  ['a date', new Date('2026-11-21T12:00:00Z')],
  ['a list', [1, 'two', null, [true]]],
])('%s survives a round trip', (_, value) => {
  expect(readAmf0(writeAmf0([value]))).toEqual([value]);
});

test('an object keeps its properties in order', () => {
  const command = { app: 'live', nested: { list: [1, 2], empty: {} }, capabilities: 31 };
  const [read] = readAmf0(writeAmf0([command]));
  expect(plain(read)).toEqual(command);
  expect(Object.keys(read as object)).toEqual(['app', 'nested', 'capabilities']);
});

test('a map is written as an ECMA array, as encoders send metadata', () => {
  const bytes = writeAmf0([new Map<string, AmfValue>([['width', 1280]])]);
  expect(bytes.subarray(0, 5)).toEqual(Buffer.of(0x08, 0, 0, 0, 1));
  expect(plain(readAmf0(bytes)[0])).toEqual({ width: 1280 });
});

test('an ECMA array with a wrong count is read to its end marker', () => {
  const bytes = writeAmf0([new Map([['width', 1280]]), 'after']);
  bytes.writeUInt32BE(0, 1);
  expect(readAmf0(bytes)[1]).toBe('after');
});

test('a property named __proto__ is an ordinary property', () => {
  const name = Buffer.from('__proto__');
  const bytes = Buffer.concat([
    Buffer.of(3, 0, name.length),
    name,
    writeAmf0([{ polluted: true }]),
    Buffer.of(0, 0, 9),
  ]);
  const [read] = readAmf0(bytes) as [Record<string, unknown>];
  expect(Object.getPrototypeOf(read)).toBeNull();
  expect(read.polluted).toBeUndefined();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([
  ['a truncated number', Buffer.of(0, 1, 2)],
  ['text longer than the message', Buffer.of(2, 0xff, 0xff, 65)],
  ['long text longer than the message', Buffer.of(12, 0xff, 0xff, 0xff, 0xff, 65)],
  ['an object without end', Buffer.of(3, 0, 1, 65, 5)],
  ['an unknown marker', Buffer.of(0x42)],
  ['a reference', Buffer.of(7, 0, 0)],
  ['AMF3 inside', Buffer.of(0x11, 1)],
])('%s is refused', (_, bytes) => {
  expect(() => readAmf0(bytes)).toThrow(RtmpProtocolError);
});

test('a list that claims four billion items uses no more memory than its bytes', () => {
  expect(() => readAmf0(Buffer.of(10, 0xff, 0xff, 0xff, 0xff, 5, 5))).toThrow('cut off');
  const many = Buffer.concat([Buffer.of(10, 0xff, 0xff, 0xff, 0xff), Buffer.alloc(65_000, 5)]);
  expect(() => readAmf0(many)).toThrow('too long');
});

test('nesting cannot exhaust the call stack', () => {
  const level = Buffer.of(10, 0, 0, 0, 1);
  const deep = Buffer.concat(Array.from({ length: 10_000 }, () => level));
  expect(() => readAmf0(deep)).toThrow('nested too deep');
});
