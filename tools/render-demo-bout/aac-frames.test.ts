import { describe, expect, it } from 'vitest';
import { AAC_FRAME_SAMPLES, cutLoop, splitAdts } from './aac-frames.ts';

/** Returns an ADTS frame that contains a number. */
function frame(number: number): Buffer {
  const payload = Buffer.alloc(12, number);
  const bytes = Buffer.alloc(7 + payload.length);
  bytes.writeUInt16BE(0xfff1, 0);
  bytes.writeUIntBE(bytes.length << 5, 3, 3);
  payload.copy(bytes, 7);
  return bytes;
}

const stream = Buffer.concat(Array.from({ length: 32 }, (_, number) => frame(number)));

describe('ADTS frames', () => {
  it('are split by the lengths in their headers', () => {
    const frames = splitAdts(stream);
    expect(frames).toHaveLength(32);
    expect(frames.map((bytes) => bytes[7])).toEqual(
      Array.from({ length: 32 }, (_, number) => number),
    );
  });

  it('are extracted from the second of three loops, after the encoder’s delay', () => {
    const loop = splitAdts(cutLoop(stream, AAC_FRAME_SAMPLES * 10));
    expect(loop.map((bytes) => bytes[7])).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 11),
    );
  });

  it('are refused if the stream is invalid or too short, or if the loop is not a whole number of frames', () => {
    expect(() => splitAdts(Buffer.alloc(64, 7))).toThrow('no ADTS frame at 0');
    expect(() => cutLoop(stream, AAC_FRAME_SAMPLES * 40)).toThrow('too short');
    expect(() => cutLoop(stream, 1_500)).toThrow('not a whole number');
  });
});
