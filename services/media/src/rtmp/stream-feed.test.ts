import {
  writeAacFrame,
  writeAacSequenceHeader,
  writeAvcFrame,
  writeAvcSequenceHeader,
} from '@sangwian/rtmp/flv-tag';
import { MESSAGE_TYPE, type RtmpMessage } from '@sangwian/rtmp/message';
import { expect, test } from 'vitest';
import { MalformedMediaError } from '../codec/media-error.ts';
import { splitAggregate } from './aggregate-message.ts';
import { StreamFeed } from './stream-feed.ts';
import { RecordedStream } from './testing/recording-channels.ts';
import {
  aacFrame,
  aacRecord,
  aacRecord44,
  avcRecord,
  idrPicture,
  interPicture,
} from './testing/sample-media.ts';

const MALFORMED_MAX = 5;

const createFeed = (): {
  sink: RecordedStream;
  feed: StreamFeed;
  opened: Map<string, RecordedStream>;
} => {
  const publisher = {
    channelId: 'c',
    protocol: 'rtmp',
    remoteAddress: '',
    standby: false,
    close: () => {},
  } as const;
  const sink = new RecordedStream(publisher, () => 0);
  const opened = new Map<string, RecordedStream>();
  const openRendition = (name: string): RecordedStream => {
    const rendition = new RecordedStream(publisher, () => 0);
    opened.set(name, rendition);
    return rendition;
  };
  return {
    sink,
    opened,
    feed: new StreamFeed({ sink, openRendition, malformedUnitsMax: MALFORMED_MAX }),
  };
};

const video = (timestampMs: number, payload: Buffer): RtmpMessage => ({
  typeId: MESSAGE_TYPE.video,
  streamId: 1,
  timestampMs,
  payload,
});
const audio = (timestampMs: number, payload: Buffer): RtmpMessage => ({
  ...video(timestampMs, payload),
  typeId: MESSAGE_TYPE.audio,
});
const picture = (timestampMs: number, compositionTimeMs = 0): RtmpMessage =>
  video(timestampMs, writeAvcFrame({ key: false, compositionTimeMs, data: interPicture() }));
const videoHeader = video(0, writeAvcSequenceHeader(avcRecord()));
const audioHeader = audio(0, writeAacSequenceHeader(aacRecord));

test('milliseconds become ticks of 90 kHz, with positive and negative composition times', () => {
  const { sink, feed } = createFeed();
  for (const message of [videoHeader, picture(0, 80), picture(40, -40)]) feed.take(message);
  expect(sink.pictures.map(({ dts, pts }) => [dts, pts])).toEqual([
    [0, 7_200],
    [3_600, 0],
  ]);
});

test('times are continuous when 32 bits wrap, forwards and backwards', () => {
  const { sink, feed } = createFeed();
  feed.take(videoHeader);
  for (const time of [0x7fffffff, 0xfffffff0, 0x10, 0xfffffff8, 0x20]) feed.take(picture(time));
  const milliseconds = sink.pictures.map(({ dts }) => dts / 90);
  expect(milliseconds).toEqual([0x7fffffff, 0xfffffff0, 0x100000010, 0xfffffff8, 0x100000020]);
});

test('a start just below zero stays negative', () => {
  const { sink, feed } = createFeed();
  for (const message of [videoHeader, picture(0xffffffd8), picture(0)]) feed.take(message);
  expect(sink.pictures.map(({ dts }) => dts)).toEqual([-3_600, 0]);
});

test('a changed header causes a new configuration, but a repeated one does not', () => {
  const { sink, feed } = createFeed();
  const changedVideo = video(80, writeAvcSequenceHeader(avcRecord(0x28)));
  const changedAudio = audio(80, writeAacSequenceHeader(aacRecord44));
  const messages = [videoHeader, audioHeader, videoHeader, audioHeader, changedVideo, changedAudio];
  for (const message of messages) feed.take(message);
  expect(sink.videoConfigs.map(({ record }) => record[3])).toEqual([0x1e, 0x28]);
  expect(sink.audioConfigs.map(({ format }) => format.sampleRateHz)).toEqual([48_000, 44_100]);
});

test('units before their configuration are skipped', () => {
  const { sink, feed } = createFeed();
  feed.take(picture(0));
  feed.take(audio(0, writeAacFrame(aacFrame)));
  feed.take(audioHeader);
  feed.take(audio(21, writeAacFrame(aacFrame)));
  expect(sink.pictures).toEqual([]);
  expect(sink.frames).toEqual([{ pts: 21 * 90, data: aacFrame }]);
  expect(feed.counts).toEqual({ pictures: 0, audioFrames: 1, leftOut: 2 });
});

test('key frames are detected by the NAL units, not by the tag', () => {
  const { sink, feed } = createFeed();
  feed.take(videoHeader);
  feed.take(video(0, writeAvcFrame({ key: false, compositionTimeMs: 0, data: idrPicture() })));
  feed.take(video(40, writeAvcFrame({ key: true, compositionTimeMs: 0, data: interPicture() })));
  expect(sink.pictures.map(({ key }) => key)).toEqual([true, false]);
});

test('single malformed frames are skipped, and too many in a row end the stream despite valid audio', () => {
  const { sink, feed } = createFeed();
  const bad = video(0, writeAvcFrame({ key: false, compositionTimeMs: 0, data: Buffer.of(9, 9) }));
  feed.take(videoHeader);
  feed.take(audioHeader);
  for (let round = 0; round < MALFORMED_MAX; round += 1) {
    feed.take(bad);
    feed.take(picture(round));
  }
  expect(sink.pictures).toHaveLength(MALFORMED_MAX);
  expect(feed.counts.leftOut).toBe(MALFORMED_MAX);
  for (let count = 1; count < MALFORMED_MAX; count += 1) {
    feed.take(bad);
    feed.take(audio(0, writeAacFrame(aacFrame)));
  }
  expect(() => feed.take(bad)).toThrow(MalformedMediaError);
});

test('an aggregate is split, and its messages get times relative to the aggregate', () => {
  const part = (typeId: number, timestampMs: number, payload: Buffer): Buffer => {
    const header = Buffer.alloc(11);
    header.writeUInt8(typeId, 0);
    header.writeUIntBE(payload.length, 1, 3);
    header.writeUIntBE(timestampMs, 4, 3);
    return Buffer.concat([header, payload, Buffer.alloc(4)]);
  };
  const payload = Buffer.concat([
    part(9, 500, Buffer.from('a')),
    part(18, 510, Buffer.from('data')),
    part(8, 520, Buffer.from('b')),
  ]);
  const aggregate = { typeId: MESSAGE_TYPE.aggregate, streamId: 1, timestampMs: 10_000, payload };
  expect([...splitAggregate(aggregate)]).toEqual([
    video(10_000, Buffer.from('a')),
    audio(10_020, Buffer.from('b')),
  ]);
  const cutOff = { ...aggregate, payload: payload.subarray(0, 20) };
  expect(() => [...splitAggregate(cutOff)]).toThrow('cut off');
});

test('additional video tracks become renditions, named by their number of lines, with the same audio', () => {
  const { sink, feed, opened } = createFeed();
  /** One track of enhanced RTMP 2. Packet type 0 is its header, 3 a frame. */
  const track = (trackId: number, packetType: number, body: Buffer, fourcc = 'avc1'): RtmpMessage =>
    video(
      0,
      Buffer.concat([Buffer.of(0x96, packetType), Buffer.from(fourcc), Buffer.of(trackId), body]),
    );
  feed.take(videoHeader);
  feed.take(audioHeader);
  feed.take(picture(0));
  feed.take(track(1, 0, avcRecord()));
  feed.take(track(1, 3, interPicture()));
  feed.take(track(2, 0, Buffer.from('av1'), 'av01'));
  feed.take(track(3, 3, interPicture()));
  feed.take(audio(0, writeAacFrame(aacFrame)));
  const [[name, rendition] = []] = opened;
  expect(opened.size).toBe(1);
  expect(name).toMatch(/^\d+p$/);
  expect(
    [sink, rendition!].map(({ pictures, frames, audioConfigs }) => [
      pictures.length,
      frames.length,
      audioConfigs.length,
    ]),
  ).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  // The frame of the track that has no header is skipped.
  expect(feed.counts.leftOut).toBe(1);
  feed.end();
  expect([sink.ends, rendition!.ends]).toEqual([1, 1]);
});
