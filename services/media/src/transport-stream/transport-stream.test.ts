import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MalformedMediaError, UnsupportedMediaError } from '../codec/media-error.ts';
import { RecordedStream } from '../rtmp/testing/recording-channels.ts';
import { splitByteStream } from './byte-stream.ts';
import { TransportStreamFeed } from './transport-stream-feed.ts';

const PACKET_BYTES = 188;
const MAP_PID = 0x1000;
const VIDEO_PID = 0x100;
const AUDIO_PID = 0x101;

/** Writes one packet, filled up by its adaptation field. */
function packet(pid: number, payload: Buffer, { start = true, counter = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(PACKET_BYTES, 0xff);
  bytes.writeUInt8(0x47, 0);
  bytes.writeUInt16BE((start ? 0x4000 : 0) | pid, 1);
  const filler = PACKET_BYTES - 4 - payload.length;
  bytes.writeUInt8((filler > 0 ? 0x30 : 0x10) | counter, 3);
  if (filler > 0) bytes.writeUInt8(filler - 1, 4);
  if (filler > 1) bytes.writeUInt8(0, 5);
  payload.copy(bytes, 4 + filler);
  return bytes;
}

function section(tableId: number, body: Buffer): Buffer {
  const head = Buffer.from([0, tableId, 0, 0, 0, 1, 0xc1, 0, 0]);
  head.writeUInt16BE(0xb000 | (5 + body.length + 4), 2);
  return Buffer.concat([head, body, Buffer.alloc(4)]);
}

const tables = (videoType: number, audioType: number): Buffer => {
  const programs = Buffer.from([0, 1, 0xf0, 0]);
  programs.writeUInt16BE(0xe000 | MAP_PID, 2);
  const stream = (type: number, pid: number): Buffer =>
    Buffer.from([type, 0xe0 | (pid >> 8), pid & 0xff, 0xf0, 0]);
  const map = Buffer.concat([
    Buffer.from([0xe1, 0, 0xf0, 0]),
    stream(videoType, VIDEO_PID),
    stream(audioType, AUDIO_PID),
  ]);
  return Buffer.concat([packet(0, section(0, programs)), packet(MAP_PID, section(2, map))]);
};

const time = (flag: number, ticks: number): Buffer => {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8((flag << 4) | (Math.floor(ticks / 2 ** 30) << 1) | 1, 0);
  bytes.writeUInt16BE(((Math.floor(ticks / 2 ** 15) & 0x7fff) << 1) | 1, 1);
  bytes.writeUInt16BE(((ticks & 0x7fff) << 1) | 1, 3);
  return bytes;
};

const pes = (pts: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5]), time(2, pts), data]);

const START = Buffer.from([0, 0, 0, 1]);
/** Parameter sets of a 320 x 180 stream by x264, baseline profile. */
const SEQUENCE = Buffer.from('6742c00dd901419f9f011000000300100000030328f1429920', 'hex');
const PICTURE = Buffer.from('68cb83cb20', 'hex');
const key = Buffer.concat([
  START,
  SEQUENCE,
  START,
  PICTURE,
  START,
  Buffer.from([0x65, 0x88, 0x80]),
]);
const inter = Buffer.concat([START, Buffer.from([0x41, 0x9a, 0x20])]);

function open(): { stream: RecordedStream; feed: TransportStreamFeed } {
  const stream = new RecordedStream(
    {
      ...{ channelId: 'channel', protocol: 'srt', remoteAddress: '127.0.0.1', standby: false },
      close: () => {},
    },
    () => 0,
  );
  return { stream, feed: new TransportStreamFeed(stream, 50) };
}

describe('a transport stream', () => {
  it('becomes pictures whose times continue across the wrap at 33 bits', () => {
    const { stream, feed } = open();
    feed.take(tables(0x1b, 0x0f));
    const pictures = [key, inter, inter, inter];
    for (const [index, data] of pictures.entries()) {
      const pts = (2 ** 33 - 3_000 + index * 3_000) % 2 ** 33;
      feed.take(packet(VIDEO_PID, pes(pts, data), { counter: index }));
    }
    // The last picture is complete when the next one begins.
    expect(stream.pictures.map(({ pts }) => pts - (stream.pictures[0]?.pts ?? 0))).toEqual([
      0, 3_000, 6_000,
    ]);
    expect(stream.pictures[0]).toMatchObject({
      key: true,
      data: Buffer.from('00000003658880', 'hex'),
    });
    expect(stream.videoConfigs).toHaveLength(1);
  });

  it('drops pictures after a loss until a key frame', () => {
    const { stream, feed } = open();
    feed.take(tables(0x1b, 0x0f));
    const pictures = [key, inter, inter, inter, key, inter];
    for (const [index, data] of pictures.entries()) {
      if (index === 2) feed.take(null);
      else feed.take(packet(VIDEO_PID, pes(index * 3_000, data), { counter: index }));
    }
    expect(stream.pictures.map(({ pts }) => pts)).toEqual([0, 12_000]);
  });

  it('notices a missing packet by its counter, and a repeated one', () => {
    const { stream, feed } = open();
    feed.take(tables(0x1b, 0x0f));
    const counters = [0, 1, 1, 3, 4];
    for (const [index, counter] of counters.entries()) {
      const data = index === 0 ? key : inter;
      feed.take(packet(VIDEO_PID, pes(index * 3_000, data), { counter }));
    }
    expect(stream.pictures.map(({ pts }) => pts)).toEqual([0]);
    expect(feed.counts.leftOut).toBeGreaterThan(0);
  });

  it('may be divided anywhere', () => {
    const { stream, feed } = open();
    const bytes = Buffer.concat([
      tables(0x1b, 0x0f),
      ...[key, inter, inter].map((data, index) =>
        packet(VIDEO_PID, pes(index * 3_000, data), { counter: index }),
      ),
    ]);
    for (let at = 0; at < bytes.length; at += 61) feed.take(bytes.subarray(at, at + 61));
    expect(stream.pictures).toHaveLength(2);
  });

  it.each([
    [0x24, 0x0f, 'HEVC is not supported: choose H.264'],
    [0x1b, 0x03, 'MPEG audio (MP2, MP3) is not supported: choose AAC'],
    [0x1b, 0x81, 'AC-3 is not supported: choose AAC'],
  ])('of the types %i and %i is refused with what to choose', (video, audio, message) => {
    const { feed } = open();
    expect(() => feed.take(tables(video, audio))).toThrow(new UnsupportedMediaError(message));
  });

  it('is given up after fifty malformed units', () => {
    const { feed } = open();
    for (let round = 0; round < 49; round += 1) feed.take(Buffer.alloc(PACKET_BYTES));
    expect(() => feed.take(Buffer.alloc(PACKET_BYTES))).toThrow(MalformedMediaError);
  });

  it('of random content causes no other error', () => {
    for (let round = 0; round < 300; round += 1) {
      const { feed } = open();
      feed.take(tables(0x1b, 0x0f));
      for (let count = 0; count < 20; count += 1) {
        const noise = randomBytes(PACKET_BYTES);
        noise.writeUInt8(0x47, 0);
        noise.writeUInt16BE((count % 2 === 0 ? 0x4000 : 0) | (VIDEO_PID + (count % 2)), 1);
        feed.take(noise);
      }
    }
  });
});

describe('a byte stream', () => {
  it('is split at start codes of three and four bytes, without trailing zeros', () => {
    const bytes = Buffer.from([9, 0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x68, 2, 0, 0, 1, 0x65, 3, 0, 0]);
    expect(splitByteStream(bytes)).toEqual([
      Buffer.from([0x67, 1]),
      Buffer.from([0x68, 2]),
      Buffer.from([0x65, 3]),
    ]);
    expect(splitByteStream(Buffer.from([1, 2, 3]))).toEqual([]);
  });
});
