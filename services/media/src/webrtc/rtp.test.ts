import { describe, expect, it } from 'vitest';
import { ReorderBuffer } from './reorder-buffer.ts';
import {
  readRtcp,
  writeKeyFrameRequest,
  writeNack,
  writeReceiverReport,
  writeSenderReport,
} from './rtcp.ts';
import {
  isRtcp,
  type RtpFacts,
  readRtp,
  setPayloadType,
  unwrap16,
  unwrap32,
  writeRtpHead,
} from './rtp-packet.ts';
import { WhipTimeline } from './whip-timeline.ts';

const facts = (sequence: number): RtpFacts => ({
  sequence: sequence % 0x1_0000,
  timestamp: 0,
  ssrc: 1,
  payloadType: 102,
  marker: false,
  payload: Buffer.of(1),
});

describe('a packet', () => {
  it('is read as written, without extensions and padding', () => {
    const packet = Buffer.concat([
      Buffer.alloc(12),
      Buffer.from('bede0001aabbccdd', 'hex'),
      Buffer.from([9, 9, 0, 2]),
    ]);
    writeRtpHead(packet, { sequence: 65_537, timestamp: 2 ** 32 + 5, ssrc: 7, marker: true });
    setPayloadType(packet, 111);
    packet[0] = 0x80 | 0x10 | 0x20;
    expect(readRtp(packet)).toEqual({
      payloadType: 111,
      marker: true,
      sequence: 1,
      timestamp: 5,
      ssrc: 7,
      payload: Buffer.from([9, 9]),
    });
  });

  it.each([
    '',
    '80',
    '40660001000000000000000a',
    '9066000100000000000000010000ffff',
    'a066000100000000000000ff',
  ])('is refused if malformed: %s', (hex) => {
    expect(readRtp(Buffer.from(hex, 'hex'))).toBeNull();
  });

  it('is unwrapped in both directions', () => {
    expect([unwrap16(2, 65_534), unwrap16(65_534, 65_538)]).toEqual([65_538, 65_534]);
    expect(unwrap32(3, 2 ** 32 - 2)).toBe(2 ** 32 + 3);
  });
});

describe('control', () => {
  it('requests missing packets, across wraps and gaps', () => {
    const sequences = [65_534, 65_535, 0, 3, 40, 41];
    const packet = writeNack(1, 2, sequences);
    expect(isRtcp(packet)).toBe(true);
    expect(readRtcp(packet)).toEqual([{ type: 'nack', ssrc: 2, sequences }]);
  });

  it('requests a key frame', () => {
    expect(readRtcp(writeKeyFrameRequest(1, 2))).toEqual([{ type: 'key_frame_request', ssrc: 2 }]);
  });

  it('reports the time to a millisecond', () => {
    const wallMs = Date.UTC(2026, 10, 21, 12, 0, 0, 345);
    const packet = writeSenderReport({
      ssrc: 5,
      name: 'sangwian',
      wallMs,
      timestamp: 77,
      packets: 1,
      bytes: 2,
    });
    expect(packet.length % 4).toBe(0);
    const [report] = readRtcp(packet);
    expect(report).toMatchObject({ type: 'sender_report', ssrc: 5, timestamp: 77 });
    expect(report?.type === 'sender_report' && report.ntpMs).toBeCloseTo(wallMs, 0);
  });

  it('reports the maximum bit rate, rounded down to the precision of its format', () => {
    const packet = writeReceiverReport({
      ownSsrc: 1,
      ssrc: 2,
      fractionLost: 3,
      lost: 4,
      highestSequence: 5,
      jitter: 0,
      lastReportMiddle: 6,
      sinceLastReportMs: 500,
      bitrateBps: 8_000_000,
    });
    const word = packet.readUInt32BE(packet.length - 8);
    const bitrate = (word & 0x3ffff) * 2 ** ((word >> 18) & 0x3f);
    expect(bitrate).toBeGreaterThan(7_900_000);
    expect(bitrate).toBeLessThanOrEqual(8_000_000);
    expect(readRtcp(packet)[0]).toEqual({
      type: 'receiver_report',
      blocks: [{ ssrc: 2, lost: 4, highestSequence: 5 }],
    });
    // Duplicates: more packets arrived than were sent.
    packet.writeIntBE(-2, 13, 3);
    expect(readRtcp(packet)[0]).toMatchObject({ blocks: [{ lost: -2 }] });
    // A report that declares two sources and contains one.
    packet.writeUInt8(0x82, 0);
    expect(readRtcp(packet)[0]).toMatchObject({ blocks: [{ ssrc: 2 }] });
  });

  it.each(['', '80', '81cd00ff', '80cd0000', '81c8000100000001'])(
    'ignores malformed input: %s',
    (hex) => {
      expect(readRtcp(Buffer.from(hex, 'hex'))).toEqual([]);
    },
  );
});

describe('packets out of order', () => {
  const numbers = (buffer: ReorderBuffer, nowMs: number) =>
    buffer
      .take(nowMs)
      .map(({ packet, afterLoss }) => (afterLoss ? -packet.sequence : packet.sequence));

  it('are sorted across the wrap, without duplicates', () => {
    const buffer = new ReorderBuffer();
    for (const sequence of [65_534, 65_536, 65_535, 65_535, 65_537]) buffer.push(facts(sequence));
    expect(numbers(buffer, 0)).toEqual([65_534, 65_535, 0, 1]);
  });

  it('are requested again, and given up after a time limit', () => {
    const buffer = new ReorderBuffer();
    for (const sequence of [1, 2, 5]) buffer.push(facts(sequence));
    expect(numbers(buffer, 0)).toEqual([1, 2]);
    expect(buffer.missing(0)).toEqual([3, 4]);
    expect(buffer.missing(10)).toEqual([]);
    expect(numbers(buffer, 100)).toEqual([]);
    expect(buffer.missing(100)).toEqual([3, 4]);
    expect(numbers(buffer, 250)).toEqual([-5]);
    expect(buffer.missing(300)).toEqual([]);
    expect(buffer.reception).toEqual({ expected: 5, received: 3, highest: 5 });
  });

  it('start a new sequence after a jump', () => {
    const buffer = new ReorderBuffer();
    for (const sequence of [1, 30_000, 30_001]) buffer.push(facts(sequence));
    expect(numbers(buffer, 0)).toEqual([30_000, 30_001]);
  });
});

describe('the clock of a publisher', () => {
  it('follows the arrival of packets, until sender reports align video and audio', () => {
    const line = new WhipTimeline();
    expect(line.video(1_000, 500)).toBe(45_000);
    // The audio arrives 100 ms late.
    expect(line.audio(9_600, 600)).toBe(54_000);
    line.report('video', 1_000, 7_000);
    line.report('audio', 9_600, 7_000);
    expect(line.video(1_000 + 9_000, 600)).toBe(54_000);
    expect(line.audio(9_600, 600)).toBe(45_000);
  });

  it('is unchanged if reports move the audio by too little or too much', () => {
    for (const apartMs of [10, 60_000]) {
      const line = new WhipTimeline();
      line.video(0, 0);
      line.audio(0, 0);
      line.report('video', 0, 7_000);
      line.report('audio', 0, 7_000 + apartMs);
      expect(line.audio(4_800, 0)).toBe(9_000);
    }
  });
});
