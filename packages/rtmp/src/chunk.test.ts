import { describe, expect, test } from 'vitest';
import { ChunkReader } from './chunk-reader.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { setChunkSize } from './control.ts';
import type { RtmpMessage } from './message.ts';
import { RtmpProtocolError } from './protocol-error.ts';
import { SeededRandom } from './testing/seeded-random.ts';

const LIMITS = { messageBytesMax: 1_000_000, bufferedBytesMax: 3_000_000, chunkStreamsMax: 16 };

const messageOf = (timestampMs: number, bytes: number, typeId = 9, streamId = 1): RtmpMessage => ({
  typeId,
  streamId,
  timestampMs,
  payload: Buffer.alloc(bytes, timestampMs & 0xff),
});

const readAll = (bytes: Buffer, reader = new ChunkReader(LIMITS)): RtmpMessage[] => [
  ...reader.read(bytes),
];

/** Type 0 header on chunk stream 4: time, length, type 9, message stream 1. */
const fullHeader = (field: number, length: number): Buffer => {
  const header = Buffer.alloc(12);
  header.writeUInt8(4, 0);
  header.writeUIntBE(field, 1, 3);
  header.writeUIntBE(length, 4, 3);
  header.writeUInt8(9, 7);
  header.writeUInt32LE(1, 8);
  return header;
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

describe('the reader assembles what the writer has split:', () => {
  test.each([2, 63, 64, 319, 320, 65_599])('on chunk stream %i', (chunkStreamId) => {
    const writer = new ChunkWriter();
    const messages = [messageOf(0, 300), messageOf(40, 300), messageOf(80, 5), messageOf(10, 5)];
    const bytes = Buffer.concat(messages.map((message) => writer.write(chunkStreamId, message)));
    expect(readAll(bytes)).toEqual(messages);
  });

  test.each([0, 1, 127, 128, 129, 256, 20_000, 500_000])('messages of %i bytes', (length) => {
    const message = messageOf(7, length);
    const reader = new ChunkReader(LIMITS);
    expect(readAll(new ChunkWriter().write(6, message), reader)).toEqual([message]);
    expect(reader.bufferedBytes).toBe(0);
  });

  test.each([0xfffffe, 0xffffff, 0x1000000, 0x7fffffff, 0xffffffff])(
    'the time %i, in every chunk of the message',
    (timestampMs) => {
      const message = messageOf(timestampMs, 1_000);
      expect(readAll(new ChunkWriter().write(6, message))).toEqual([message]);
    },
  );

  test('times across the end of 32 bits', () => {
    const writer = new ChunkWriter();
    const times = [0xfffffff0, 0xfffffffa, 4, 14];
    const messages = times.map((time) => messageOf(time, 400));
    const bytes = Buffer.concat(messages.map((message) => writer.write(6, message)));
    expect(readAll(bytes)).toEqual(messages);
  });

  test('a difference that needs the extended field', () => {
    const writer = new ChunkWriter();
    const messages = [messageOf(1, 200), messageOf(0x2000000, 200), messageOf(0x2000028, 200)];
    const bytes = Buffer.concat(messages.map((message) => writer.write(6, message)));
    expect(readAll(bytes)).toEqual(messages);
  });

  test('a changed chunk size, from the next message on', () => {
    const writer = new ChunkWriter();
    const message = messageOf(5, 9_000);
    const bytes = Buffer.concat([writer.write(2, setChunkSize(4_096)), writer.write(6, message)]);
    expect(bytes.length).toBe(16 + 12 + 9_000 + 2);
    expect(readAll(bytes)[1]).toEqual(message);
  });

  test('input byte by byte and at once', () => {
    const writer = new ChunkWriter();
    const messages = [messageOf(0x1000000, 300), messageOf(0x1000028, 300, 8), messageOf(3, 0)];
    const bytes = Buffer.concat(messages.map((message) => writer.write(321, message)));
    const reader = new ChunkReader(LIMITS);
    const read = Array.from(bytes).flatMap((byte) => readAll(Buffer.of(byte), reader));
    expect(read).toEqual(messages);
    expect(reader.bytesRead).toBe(bytes.length);
    expect(reader.bufferedBytes).toBe(0);
  });

  test('a thousand random messages on random streams, in random fragments', () => {
    const random = new SeededRandom(20261121);
    const writer = new ChunkWriter();
    const messages = Array.from({ length: 1_000 }, () =>
      messageOf(random.integer(2 ** 32), random.integer(2_000), 8 + random.integer(2)),
    );
    const bytes = Buffer.concat(
      messages.map((message) => writer.write(4 + random.integer(10), message)),
    );
    const reader = new ChunkReader(LIMITS);
    const read: RtmpMessage[] = [];
    for (let offset = 0; offset < bytes.length; ) {
      const size = 1 + random.integer(5_000);
      read.push(...reader.read(bytes.subarray(offset, offset + size)));
      offset += size;
    }
    expect(read).toEqual(messages);
  });
});

describe('the reader', () => {
  test('separates messages with interleaved chunks', () => {
    const video = new ChunkWriter().write(6, messageOf(1, 200));
    const audio = new ChunkWriter().write(5, messageOf(2, 200, 8));
    const first = 12 + 128;
    const bytes = Buffer.concat([
      video.subarray(0, first),
      audio.subarray(0, first),
      video.subarray(first),
      audio.subarray(first),
    ]);
    expect(readAll(bytes)).toEqual([messageOf(1, 200), messageOf(2, 200, 8)]);
  });

  test.each([
    [63, '3f'],
    [64, '0000'],
    [319, '00ff'],
    [320, '010001'],
    [65_599, '01ffff'],
  ])('and the writer encode chunk stream %i as the bytes %s', (chunkStreamId, basicHeader) => {
    const bytes = new ChunkWriter().write(chunkStreamId, messageOf(0, 200));
    const size = basicHeader.length / 2;
    expect(bytes.toString('hex', 0, size)).toBe(basicHeader);
    const continuation = Buffer.from(basicHeader, 'hex');
    continuation.writeUInt8(continuation.readUInt8(0) | 0xc0);
    expect(bytes.subarray(size + 11 + 128, size + 11 + 128 + size)).toEqual(continuation);
    const reader = new ChunkReader(LIMITS);
    // Abort refers to the stream by its id, so reader and writer must use the same id.
    readAll(bytes.subarray(0, size + 11 + 128), reader);
    expect(reader.bufferedBytes).toBeGreaterThan(0);
    const abort = { typeId: 2, streamId: 0, timestampMs: 0, payload: uint32(chunkStreamId) };
    readAll(new ChunkWriter().write(2, abort), reader);
    expect(reader.bufferedBytes).toBe(0);
  });

  test('adds the last difference again for a new message with a type 3 header', () => {
    const bytes = Buffer.concat([
      fullHeader(1_000, 1),
      Buffer.of(0xaa),
      // A type 2 header (40 ms later), then two type 3 headers.
      Buffer.of(0x84, 0, 0, 40, 0xbb),
      Buffer.of(0xc4, 0xcc),
      Buffer.of(0xc4, 0xdd),
    ]);
    expect(readAll(bytes).map((message) => message.timestampMs)).toEqual([
      1_000, 1_040, 1_080, 1_120,
    ]);
  });

  test('adds the time of a type 0 header again for a following type 3 header, as the standard requires', () => {
    const bytes = Buffer.concat([fullHeader(40, 1), Buffer.of(0xaa, 0xc4, 0xbb)]);
    expect(readAll(bytes).map((message) => message.timestampMs)).toEqual([40, 80]);
  });

  test('accepts continuations without the extended timestamp', () => {
    const payload = new SeededRandom(1).bytes(300);
    const bytes = Buffer.concat([
      fullHeader(0xffffff, 300),
      uint32(0x1234567),
      payload.subarray(0, 128),
      Buffer.of(0xc4),
      payload.subarray(128, 256),
      Buffer.of(0xc4),
      payload.subarray(256),
    ]);
    for (const size of [1, 3, 400]) {
      const reader = new ChunkReader(LIMITS);
      const read: RtmpMessage[] = [];
      for (let offset = 0; offset < bytes.length; offset += size) {
        read.push(...reader.read(bytes.subarray(offset, offset + size)));
      }
      expect(read).toEqual([{ typeId: 9, streamId: 1, timestampMs: 0x1234567, payload }]);
    }
  });

  test('discards an aborted message', () => {
    const reader = new ChunkReader(LIMITS);
    const partial = Buffer.concat([fullHeader(5, 1_000), Buffer.alloc(128)]);
    expect(readAll(partial, reader)).toEqual([]);
    expect(reader.bufferedBytes).toBeGreaterThan(0);
    const abort = { typeId: 2, streamId: 0, timestampMs: 0, payload: uint32(4) };
    readAll(new ChunkWriter().write(2, abort), reader);
    expect(reader.bufferedBytes).toBe(0);
    expect(readAll(Buffer.concat([fullHeader(6, 1), Buffer.of(1)]), reader)).toHaveLength(1);
  });

  test.each([
    ['a message longer than allowed', fullHeader(0, 1_000_001)],
    ['a chunk stream that opens with type 3', Buffer.of(0xc4, 0)],
    ['a chunk stream that opens with type 2', Buffer.of(0x84, 0, 0, 0)],
    [
      'a message that begins inside another',
      Buffer.concat([fullHeader(0, 200), Buffer.alloc(128), fullHeader(0, 200)]),
    ],
    ['a chunk size of zero', new ChunkWriter().write(2, setChunkSize(0))],
    ['a chunk size with its first bit set', new ChunkWriter().write(2, setChunkSize(0x80000001))],
    [
      'a control message of two bytes',
      new ChunkWriter().write(2, { ...setChunkSize(1), typeId: 2, payload: Buffer.alloc(2) }),
    ],
  ])('refuses %s', (_, bytes) => {
    expect(() => readAll(bytes)).toThrow(RtmpProtocolError);
  });

  test('refuses more chunk streams than allowed', () => {
    const begin = (id: number): Buffer => new ChunkWriter().write(id, messageOf(0, 1));
    const reader = new ChunkReader(LIMITS);
    for (let id = 2; id < 18; id += 1) readAll(begin(id), reader);
    expect(() => readAll(begin(18), reader)).toThrow('chunk streams');
  });

  test('does not trust declared lengths: memory grows with the received bytes, up to its limit', () => {
    const reader = new ChunkReader({ ...LIMITS, bufferedBytesMax: 100_000 });
    readAll(Buffer.concat([fullHeader(0, 1_000_000), Buffer.alloc(128)]), reader);
    expect(reader.bufferedBytes).toBeLessThan(20_000);
    const more = Buffer.concat([Buffer.of(0xc4), Buffer.alloc(128)]);
    const flood = Buffer.concat(Array.from({ length: 2_000 }, () => more));
    expect(() => readAll(flood, reader)).toThrow('unfinished messages');
  });

  test('turns garbage into messages or a protocol error, in bounded memory', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const random = new SeededRandom(seed);
      const reader = new ChunkReader({
        ...LIMITS,
        messageBytesMax: 50_000,
        bufferedBytesMax: 99_000,
      });
      try {
        for (let piece = 0; piece < 40; piece += 1) {
          for (const message of reader.read(random.bytes(1 + random.integer(300)))) {
            expect(message.payload.length).toBeLessThanOrEqual(50_000);
          }
          expect(reader.bufferedBytes).toBeLessThanOrEqual(99_000);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(RtmpProtocolError);
      }
    }
  });
});
