import { beforeEach, describe, expect, it } from 'vitest';
import { avcRecord } from '../rtmp/testing/sample-media.ts';
import type { StreamSink } from '../stream/access-unit.ts';
import { pictures, sendConfigs } from '../testing/drawn-stream.ts';
import { RtpFanout, type StreamPacket, type StreamReader } from './rtp-fanout.ts';
import { readRtp } from './rtp-packet.ts';

class RecordingReader implements StreamReader {
  readonly watchSessionId = 'watch';
  readonly packets: StreamPacket[] = [];
  readonly sounds: number[] = [];
  refusals = 0;
  picture(packets: readonly StreamPacket[]): void {
    this.packets.push(...packets);
  }
  sound(packet: Buffer): void {
    this.sounds.push(readRtp(packet)?.timestamp ?? -1);
  }
  refused(): void {
    this.refusals += 1;
  }
}

let nowMs: number;
let fanout: RtpFanout;
let reader: RecordingReader;
beforeEach(() => {
  nowMs = 1_000;
  fanout = new RtpFanout({ wallMs: () => 5_000 + nowMs, elapsedMs: () => nowMs });
  reader = new RecordingReader();
  fanout.join(reader);
});

const send = (
  sink: StreamSink,
  count: number,
  startMs = 0,
  keyAt: (index: number) => boolean = (index) => index === 0,
) => {
  sendConfigs(sink, true);
  for (const unit of pictures({ count, frameRate: 30, keyAt, startMs })) {
    sink.video(unit);
    nowMs += 1_000 / 30;
  }
};

describe('a stream as packets', () => {
  it('has sequence numbers without gaps, and keeps the packets from the newest key frame on for new viewers', () => {
    send(fanout, 45, 0, (index) => index % 30 === 0);
    const numbers = reader.packets.map(({ sequence }) => sequence);
    expect(
      numbers.every(
        (value, index) => index === 0 || value === ((numbers[index - 1] ?? 0) + 1) % 65_536,
      ),
    ).toBe(true);
    expect(fanout.group).toEqual(reader.packets.slice(-15));
    expect(reader.packets.map(({ timestamp }) => timestamp).slice(0, 3)).toEqual([0, 2_970, 6_030]);
  });

  it('returns recently sent packets, but no older ones', () => {
    send(fanout, 1_200);
    const [first] = reader.packets;
    const last = reader.packets.at(-1);
    expect(fanout.find(last?.sequence ?? 0)).toBe(last);
    expect(fanout.find(first?.sequence ?? 0)).toBeUndefined();
  });

  it('continues its numbers and times with another publisher', () => {
    send(fanout, 30);
    const before = reader.packets.at(-1);
    fanout.end();
    expect(fanout.refusal).toBe('away');
    nowMs += 2_000;
    send(fanout, 1, 900_000);
    const after = reader.packets.at(-1);
    expect(after?.sequence).toBe(((before?.sequence ?? 0) + 1) % 65_536);
    const stepMs = ((after?.timestamp ?? 0) - (before?.timestamp ?? 0)) / 90;
    expect(stepMs).toBeGreaterThan(2_000);
    expect(stepMs).toBeLessThan(2_100);
  });

  it('has audio timestamps without gaps despite rounded times, and no unplayable audio', () => {
    fanout.videoConfig({ codec: 'h264', record: avcRecord() });
    const format = { codec: 'opus', sampleRateHz: 48_000, channels: 2, frameSamples: 960 } as const;
    fanout.audioConfig({ codec: 'opus', record: Buffer.alloc(0), format });
    for (const pts of [0, 1_801, 3_599, 5_400]) fanout.audio({ pts, data: Buffer.of(0xfc) });
    expect(reader.sounds).toEqual([0, 960, 1_920, 2_880]);
    send(fanout, 1);
    expect(fanout.sound).toBe('other');
    fanout.audio({ pts: 7_200, data: Buffer.of(1) });
    expect(reader.sounds).toHaveLength(4);
  });

  it('is refused if frames are shown in a different order than decoded', () => {
    send(fanout, 3);
    fanout.video({ dts: 9_000, pts: 15_000, key: false, data: Buffer.from('0000000141', 'hex') });
    expect(fanout.refusal).toBeNull();
    fanout.video({ dts: 12_000, pts: 12_000, key: false, data: Buffer.from('0000000141', 'hex') });
    expect([fanout.refusal, reader.refusals, fanout.group]).toEqual(['reordered', 1, null]);
    fanout.end();
    send(fanout, 1);
    expect(fanout.refusal).toBeNull();
  });
});
