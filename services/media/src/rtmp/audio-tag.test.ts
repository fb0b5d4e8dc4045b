import { writeAacFrame, writeAacSequenceHeader } from '@sangwian/rtmp/flv-tag';
import { expect, test } from 'vitest';
import { MalformedMediaError, UnsupportedMediaError } from '../codec/media-error.ts';
import { readAudioTag } from './audio-tag.ts';

const data = Buffer.from('data');
const mp4a = Buffer.from('mp4a');
const config = { kind: 'config', record: data };
const frame = { kind: 'frame', data };
const nothing = { kind: 'nothing' };

test('AAC tags are parsed as configuration and raw frames', () => {
  expect(readAudioTag(writeAacSequenceHeader(data))).toEqual(config);
  expect(readAudioTag(writeAacFrame(data))).toEqual(frame);
});

test('enhanced tags are parsed as configuration and raw frames', () => {
  expect(readAudioTag(Buffer.concat([Buffer.of(0x90), mp4a, data]))).toEqual(config);
  expect(readAudioTag(Buffer.concat([Buffer.of(0x91), mp4a, data]))).toEqual(frame);
  expect(readAudioTag(Buffer.concat([Buffer.of(0x94), mp4a, data]))).toEqual(nothing);
  const track = Buffer.concat([Buffer.of(0x95, 0x01), mp4a, Buffer.of(0), data]);
  expect(readAudioTag(track)).toEqual(frame);
});

test('empty tags and frames are ignored', () => {
  expect(readAudioTag(Buffer.alloc(0))).toEqual(nothing);
  expect(readAudioTag(Buffer.of(0xaf, 1))).toEqual(nothing);
});

test('an AAC tag of one byte is malformed', () => {
  expect(() => readAudioTag(Buffer.of(0xaf))).toThrow(MalformedMediaError);
});

test.each([
  ['MP3', Buffer.of(0x2f, 0)],
  ['Speex', Buffer.of(0xb2, 0)],
  ['G.711', Buffer.of(0x72, 0)],
  ['Opus', Buffer.concat([Buffer.of(0x90), Buffer.from('Opus'), data])],
  ['audio codec 15', Buffer.of(0xf0, 0)],
])('%s is refused by its name, with the alternative', (name, payload) => {
  expect(() => readAudioTag(payload)).toThrow(
    new UnsupportedMediaError(`${name} is not supported: choose AAC`),
  );
});
