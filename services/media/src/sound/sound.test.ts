import { createLogger } from '@sangwian/node-kit/logger';
import { describe, expect, it } from 'vitest';
import { readAudioSpecificConfig } from '../codec/audio-specific-config.ts';
import { aacFrame, aacRecord } from '../rtmp/testing/sample-media.ts';
import type { AudioConfig, AudioUnit } from '../stream/access-unit.ts';
import { AdtsReader, writeAdts } from './adts.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { OggOpusReader, OggOpusWriter } from './ogg.ts';
import { SoundOutlet } from './sound-outlet.ts';
import { UnitClock } from './unit-clock.ts';

/** Splits bytes into chunks that are not aligned with frames. */
const inPieces = (bytes: Buffer, read: (piece: Buffer) => Buffer[]): Buffer[] => {
  const units: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 13) units.push(...read(bytes.subarray(at, at + 13)));
  return units;
};
const AAC: AudioConfig = {
  codec: 'aac',
  record: aacRecord,
  format: readAudioSpecificConfig(aacRecord),
};

describe('the formats of a converter', () => {
  it('include Opus in Ogg, with packets of any length in chunks of any size', () => {
    const writer = new OggOpusWriter();
    const packets = [1, 254, 255, 256, 510, 1_275].map((length) => Buffer.alloc(length, length));
    const stream = [writer.headers(2), ...packets.map((packet) => writer.packet(packet, 960))];
    const reader = new OggOpusReader();
    expect(inPieces(Buffer.concat(stream), (piece) => reader.push(piece))).toEqual(packets);
    expect(() => new OggOpusReader().push(Buffer.alloc(64, 1))).toThrow('not an Ogg');
  });

  it('include AAC in ADTS, in chunks of any size', () => {
    const format = readAudioSpecificConfig(aacRecord);
    const frames = [1, 300, 8_000].map((length) => Buffer.alloc(length, 7));
    const stream = Buffer.concat(
      frames.map((frame) => writeAdts(format, frame) ?? Buffer.alloc(0)),
    );
    const reader = new AdtsReader();
    expect(inPieces(stream, (piece) => reader.push(piece).map(({ data }) => data))).toEqual(frames);
    expect(() => new AdtsReader().push(Buffer.alloc(64, 1))).toThrow('not an ADTS');
    expect(writeAdts(format, Buffer.alloc(9_000))).toBeNull();
    expect(writeAdts({ ...format, sampleRateHz: 47_999 }, aacFrame)).toBeNull();
  });
});

describe('times of converted audio', () => {
  it('follow the input times without rounding errors, including gaps', () => {
    const clock = new UnitClock(0.02, 0);
    const out: number[] = [];
    for (let frame = 0; frame < 200; frame += 1) {
      // RTMP rounds to a millisecond; after 100 frames the publisher's audio pauses for a second.
      const ms = Math.round((frame * 1024) / 44.1) + (frame < 100 ? 0 : 1_000);
      clock.took(ms * 90, 1024 / 44_100);
    }
    for (let unit = 0; unit < 200; unit += 1) out.push(clock.give());
    const steps = out.slice(1).map((pts, index) => pts - out[index]!);
    expect(steps.filter((step) => step !== 1_800)).toHaveLength(1);
    expect(out[50]).toBe(50 * 1_800);
    const expected = 150 * 1_800 + 90_000;
    expect(Math.abs(out[150]! - expected)).toBeLessThan(90 * 25);
  });

  it('follow a slow clock in small steps', () => {
    const clock = new UnitClock(0.02, 0);
    let last = 0;
    for (let frame = 0; frame < 20_000; frame += 1) {
      clock.took(frame * 1_800 * 1.001, 0.02);
      last = clock.give();
    }
    expect(Math.abs(last - 19_999 * 1_800 * 1.001)).toBeLessThan(90 * 45);
  });
});

describe('without ffmpeg', () => {
  it('audio is passed on unchanged', async () => {
    expect(await findFfmpeg('')).toBeNull();
    expect(await findFfmpeg('/nowhere/ffmpeg')).toBeNull();
    // A program that exists, but is not ffmpeg.
    expect(await findFfmpeg('true')).toBeNull();
    const configs: AudioConfig[] = [];
    const units: AudioUnit[] = [];
    const outlet = new SoundOutlet({
      to: { audioConfig: (config) => configs.push(config), audio: (unit) => units.push(unit) },
      codec: 'opus',
      ffmpeg: null,
      hasListeners: () => true,
      now: () => 0,
      logger: createLogger('media', 'silent'),
    });
    outlet.audioConfig(AAC);
    outlet.audio({ pts: 90, data: aacFrame });
    expect(configs).toEqual([AAC]);
    expect(units).toEqual([{ pts: 90, data: aacFrame }]);
  });

  it('audio is passed on unchanged after repeated failures of ffmpeg', async () => {
    const configs: AudioConfig[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const outlet = new SoundOutlet({
      to: {
        audioConfig: (config) => {
          configs.push(config);
          if (configs.length === 2) resolve();
        },
        audio: () => {},
      },
      codec: 'opus',
      ffmpeg: { program: 'false', version: 'none', encoders: new Set() },
      hasListeners: () => true,
      now: () => 0,
      logger: createLogger('media', 'silent'),
    });
    outlet.audioConfig(AAC);
    outlet.audio({ pts: 0, data: aacFrame });
    await promise;
    expect(configs.map(({ codec }) => codec)).toEqual(['opus', 'aac']);
  }, 10_000);
});
