import { describe, expect, it } from 'vitest';
import { joinNals, splitNals } from '../codec/nal-units.ts';
import { H264Depacketizer } from './h264-depacketizer.ts';
import { packetiseNals, RTP_PAYLOAD_BYTES_MAX } from './h264-packetizer.ts';
import { RTP_HEAD_BYTES } from './rtp-packet.ts';

const nal = (head: number, bytes: number): Buffer => {
  const unit = Buffer.alloc(bytes, 0x5a);
  unit[0] = head;
  return unit;
};
const payloads = (nals: readonly Buffer[]): Buffer[] =>
  packetiseNals(nals).map((packet) => packet.subarray(RTP_HEAD_BYTES));
const typeOf = (payload: Buffer): number => (payload[0] ?? 0) & 0x1f;

function depacketise(parts: readonly Buffer[]): Buffer[] | null {
  const depacketizer = new H264Depacketizer();
  for (const part of parts) depacketizer.take(part);
  return depacketizer.finish();
}

describe('the packets of a picture', () => {
  const sets = [nal(0x67, 20), nal(0x68, 4)];

  it('carry a unit that fits unchanged', () => {
    expect(payloads([nal(0x41, 700)])).toEqual([nal(0x41, 700)]);
  });

  it('carry consecutive small units together, with the highest importance of these units', () => {
    const [only, ...none] = payloads([nal(0x06, 10), ...sets]);
    expect(none).toEqual([]);
    expect(only?.[0]).toBe(0x60 | 24);
  });

  it.each([RTP_PAYLOAD_BYTES_MAX, RTP_PAYLOAD_BYTES_MAX + 1, 2 * RTP_PAYLOAD_BYTES_MAX, 100_000])(
    'restore the units, including a key frame of %d bytes',
    (bytes) => {
      const nals = [...sets, nal(0x65, bytes), nal(0x65, 30)];
      const parts = payloads(nals);
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(RTP_PAYLOAD_BYTES_MAX);
      expect(depacketise(parts)).toEqual(nals);
    },
  );

  it('of a large unit are of similar size, and marked at both ends', () => {
    const parts = payloads([nal(0x65, 3 * RTP_PAYLOAD_BYTES_MAX)]);
    expect(parts.map(typeOf)).toEqual([28, 28, 28, 28]);
    expect(parts.map((part) => (part[1] ?? 0) & 0xc0)).toEqual([0x80, 0, 0, 0x40]);
    const sizes = parts.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(8);
  });
});

describe('an incomplete picture', () => {
  const parts = payloads([nal(0x65, 5_000)]);

  it.each([
    ['its beginning', parts.slice(1)],
    ['its end', parts.slice(0, -1)],
    ['any payload', []],
  ])('is dropped without %s', (_name, left) => {
    expect(depacketise(left)).toBeNull();
  });

  it.each([
    ['a truncated aggregate', Buffer.from([24, 0, 9, 1])],
    ['a fragment without a header', Buffer.from([28])],
    ['an unknown type', Buffer.from([31, 1, 2])],
  ])('is dropped for %s', (_name, payload) => {
    expect(depacketise([nal(0x41, 10), payload])).toBeNull();
  });

  it('does not affect the next picture', () => {
    const depacketizer = new H264Depacketizer();
    depacketizer.take(nal(0x41, 10));
    depacketizer.breakPicture();
    expect(depacketizer.finish()).toBeNull();
    depacketizer.take(nal(0x41, 10));
    expect(depacketizer.finish()).toEqual([nal(0x41, 10)]);
  });
});

it('splits a picture into its units and joins them again', () => {
  const nals = [nal(0x06, 9), nal(0x65, 300)];
  expect(splitNals(joinNals(nals), 4)).toEqual(nals);
  expect(splitNals(joinNals(nals).subarray(0, -1), 4)).toEqual([nals[0]]);
});
