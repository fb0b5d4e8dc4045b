import {
  writeAvcEndOfSequence,
  writeAvcFrame,
  writeAvcSequenceHeader,
} from '@sangwian/rtmp/flv-tag';
import { describe, expect, test } from 'vitest';
import { MalformedMediaError, UnsupportedMediaError } from '../codec/media-error.ts';
import { readVideoTags } from './video-tag.ts';

const data = Buffer.from('data');
const avc1 = Buffer.from('avc1');
const frame = (compositionTimeMs = 0): object => ({ kind: 'frame', compositionTimeMs, data });
const nothing = { kind: 'nothing' };
/** Returns the tag of the stream itself. */
const readVideoTag = (payload: Buffer): object =>
  readVideoTags(payload).find(({ trackId }) => trackId === 0)?.tag ?? nothing;
const uint24 = (value: number): Buffer => Buffer.of(value >> 16, (value >> 8) & 0xff, value & 0xff);
const enhanced = (first: number, ...rest: Buffer[]): Buffer =>
  Buffer.concat([Buffer.of(first), ...rest]);

describe('an AVC tag', () => {
  test.each([0, 33, 8_388_607, -1, -40, -8_388_608])(
    'keeps a composition time of %i ms',
    (time) => {
      const payload = writeAvcFrame({ key: false, compositionTimeMs: time, data });
      expect(readVideoTag(payload)).toEqual(frame(time));
    },
  );

  test('carries the decoder configuration', () => {
    expect(readVideoTag(writeAvcSequenceHeader(data))).toEqual({ kind: 'config', record: data });
  });

  test('is ignored if it is empty, a command or the end of a sequence', () => {
    expect(readVideoTag(Buffer.alloc(0))).toEqual(nothing);
    expect(readVideoTag(writeAvcEndOfSequence())).toEqual(nothing);
    expect(readVideoTag(writeAvcSequenceHeader(Buffer.alloc(0)))).toEqual(nothing);
    const empty = { key: true, compositionTimeMs: 0, data: Buffer.alloc(0) };
    expect(readVideoTag(writeAvcFrame(empty))).toEqual(nothing);
    expect(readVideoTag(Buffer.of(0x57, 0))).toEqual(nothing);
  });

  test.each([
    ['cut off', Buffer.of(0x17, 1, 0, 0)],
    ['with a packet type that does not exist', Buffer.of(0x17, 3, 0, 0, 0, 1)],
  ])('%s is malformed', (_, payload) => {
    expect(() => readVideoTag(payload)).toThrow(MalformedMediaError);
  });
});

describe('an enhanced tag', () => {
  test('is parsed as a configuration, a frame with or without composition time, or an end', () => {
    expect(readVideoTag(enhanced(0x90, avc1, data))).toEqual({ kind: 'config', record: data });
    expect(readVideoTag(enhanced(0xa1, avc1, uint24(0xffffd8), data))).toEqual(frame(-40));
    expect(readVideoTag(enhanced(0xa3, avc1, data))).toEqual(frame());
    expect(readVideoTag(enhanced(0x92, avc1))).toEqual(nothing);
    expect(readVideoTag(enhanced(0x94, avc1, data))).toEqual(nothing);
  });

  test('yields its first track in every multitrack format', () => {
    const sized = (track: number, body: Buffer): Buffer =>
      Buffer.concat([Buffer.of(track), uint24(body.length), body]);
    const other = Buffer.from('other');
    const one = enhanced(0xa6, Buffer.of(0x03), avc1, Buffer.of(0), data);
    const many = enhanced(0xa6, Buffer.of(0x13), avc1, sized(1, other), sized(0, data));
    const codecs = enhanced(
      0xa6,
      Buffer.of(0x23),
      Buffer.from('hvc1'),
      sized(1, other),
      avc1,
      sized(0, data),
    );
    for (const payload of [one, many, codecs]) expect(readVideoTag(payload)).toEqual(frame());
    const second = enhanced(0xa6, Buffer.of(0x03), avc1, Buffer.of(1), data);
    expect(readVideoTag(second)).toEqual(nothing);
  });

  test('is parsed after short and long modifiers', () => {
    const short = Buffer.of(2, 0, 0, 7, 0x03);
    expect(readVideoTag(enhanced(0xa7, short, avc1, data))).toEqual(frame());
    const long = Buffer.concat([Buffer.of(0xff, 1, 0x2b), Buffer.alloc(300), Buffer.of(0x03)]);
    expect(readVideoTag(enhanced(0xa7, long, avc1, data))).toEqual(frame());
  });

  test.each([
    ['its codec', enhanced(0x90, Buffer.from('avc'))],
    ['its composition time', enhanced(0xa1, avc1, Buffer.alloc(2))],
    ['the kind of tracks', enhanced(0xa6)],
    ['the codec of its tracks', enhanced(0xa6, Buffer.of(0x13), Buffer.from('avc'))],
    ['the size of a track', enhanced(0xa6, Buffer.of(0x13), avc1, Buffer.alloc(3))],
    ['a track', enhanced(0xa6, Buffer.of(0x13), avc1, Buffer.of(0, 0, 0, 9), data)],
    ['a modifier', enhanced(0xa7, Buffer.of(5), data)],
    ['the byte after a modifier', enhanced(0xa7, Buffer.of(3), data)],
  ])('cut off in %s is malformed', (_, payload) => {
    expect(() => readVideoTag(payload)).toThrow(MalformedMediaError);
  });
});

test.each([
  ['HEVC', enhanced(0x90, Buffer.from('hvc1'), data)],
  ['AV1', enhanced(0x90, Buffer.from('av01'), data)],
  ['VP9', enhanced(0xa1, Buffer.from('vp09'), data)],
  ['VP6', Buffer.of(0x14, 0)],
  ['Sorenson H.263', Buffer.of(0x22, 0)],
  ['HEVC', Buffer.of(0x1c, 0)],
  ['video codec "zzzz"', enhanced(0x90, Buffer.from('zzzz'), data)],
])('%s is refused by its name, with the alternative', (name, payload) => {
  expect(() => readVideoTag(payload)).toThrow(
    new UnsupportedMediaError(`${name} is not supported: choose H.264`),
  );
});
