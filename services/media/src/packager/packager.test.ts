import { describe, expect, it } from 'vitest';
import { readAudioSpecificConfig } from '../codec/audio-specific-config.ts';
import { aacRecord44, avcRecord, idrPicture } from '../rtmp/testing/sample-media.ts';
import { cut, every, sumUs } from '../testing/cut-stream.ts';
import {
  bySegment,
  frames,
  pictures,
  recordingPackager,
  sendAll,
  sendConfigs,
} from '../testing/drawn-stream.ts';
import { endOf, readFragment } from '../testing/read-fragment.ts';

describe('parts and segments', () => {
  it.each([
    { frameRate: 30, keyEvery: 60, parts: 5 },
    { frameRate: 30, keyEvery: 30, parts: 3 },
    { frameRate: 30_000 / 1001, keyEvery: 60, parts: 6 },
    { frameRate: 25, keyEvery: 50, parts: 5 },
    { frameRate: 24, keyEvery: 48, parts: 6 },
    { frameRate: 60, keyEvery: 120, parts: 5 },
    { frameRate: 50, keyEvery: 25, parts: 3 },
    { frameRate: 12, keyEvery: 24, parts: 6 },
    { frameRate: 30, keyEvery: 120, parts: 10 },
  ])(
    'divides a key frame every $keyEvery at $frameRate fps into $parts equal parts',
    ({ frameRate, keyEvery, parts }) => {
      for (const offsetMs of [0, 67]) {
        const [period] = cut({ frameRate, keyAt: every(keyEvery), seconds: 20, offsetMs });
        const segments = bySegment(period!.parts);
        // The first GOP has no expected length and may be cut. The last GOP ends with the publisher.
        const second = segments.findIndex(([part], index) => index > 0 && part!.independent);
        for (const segment of segments.slice(second, -1)) {
          const counts = segment.map(({ pictures: count }) => count);
          expect(counts).toHaveLength(parts);
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
          expect(segment[0]!.independent).toBe(true);
          const gops = segment.reduce((sum, part) => sum + part.pictures, 0) / keyEvery;
          expect(Number.isInteger(gops)).toBe(true);
          expect(sumUs(segment) / 1e6).toBeCloseTo((gops * keyEvery) / frameRate - 0.002, 2);
        }
        for (const part of period!.parts) {
          expect(part.durationUs).toBeLessThanOrEqual(400_000);
          expect(part.durationUs).toBeGreaterThan(240_000);
        }
      }
    },
  );

  it('never cuts a part longer than 0.4 s, or a last part too short for players to fetch, wherever key frames fall', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    for (let round = 0; round < 20; round += 1) {
      const keys = new Set([0]);
      for (let at = 0; at < 1_800; ) {
        at += 1 + Math.floor(random() * 90);
        keys.add(at);
      }
      const [period] = cut({ frameRate: 30, keyAt: (index) => keys.has(index), seconds: 60 });
      const segments = bySegment(period!.parts);
      expect(segments.length).toBeGreaterThan(10);
      for (const [index, segment] of segments.entries()) {
        const cutWithoutKey = index > 0 && sumUs(segments[index - 1]!) > 1_000_000;
        expect(segment[0]!.independent || cutWithoutKey).toBe(true);
        expect(segment.at(-1)!.endsSegment).toBe(true);
        expect(segment.at(-1)!.durationUs).toBeGreaterThan(205_000);
        for (const part of segment) expect(part.durationUs).toBeLessThanOrEqual(400_000);
      }
      for (const segment of segments.slice(0, -1))
        expect(sumUs(segment)).toBeGreaterThan(segment[0]!.independent ? 740_000 : 240_000);
    }
  });

  it('cuts a GOP longer than the target into equal segments, and marks independent segments', () => {
    const [period] = cut({ frameRate: 30, keyAt: every(300), seconds: 60 });
    const segments = bySegment(period!.parts);
    const second = segments.findIndex(([part], index) => index > 0 && part!.independent);
    // The length of the first group is unknown: the stream is playable before the group ends.
    expect(sumUs(segments[0]!)).toBeLessThan(2_500_000);
    const groups = segments.slice(second, second + 9);
    expect(groups.map(([part]) => part!.independent)).toEqual([
      ...[true, false, false],
      ...[true, false, false],
      ...[true, false, false],
    ]);
    for (const segment of groups) {
      expect(sumUs(segment)).toBeGreaterThan(3_000_000);
      expect(sumUs(segment)).toBeLessThan(3_700_000);
    }
  });

  it('begins a part at each key frame if GOPs are cut, wherever key frames fall', () => {
    for (const [first, second] of [
      [80, 95],
      [125, 200],
      [140, 141],
      [310, 44],
    ] as const) {
      const keys = new Set<number>([0]);
      for (let at = 0; at < 3_000; ) {
        keys.add(at + first);
        keys.add(at + first + second);
        at += first + second;
      }
      const [period] = cut({ frameRate: 30, keyAt: (index) => keys.has(index), seconds: 90 });
      const segments = bySegment(period!.parts);
      for (const segment of segments) {
        expect(Math.round(sumUs(segment) / 1e6)).toBeLessThanOrEqual(4);
        for (const part of segment) expect(part.durationUs).toBeLessThanOrEqual(400_000);
      }
      let sinceIndependentUs = 0;
      for (const part of period!.parts) {
        if (part.independent) sinceIndependentUs = 0;
        sinceIndependentUs += part.durationUs;
        expect(sinceIndependentUs / 1e6).toBeLessThan((first + second) / 30 + 0.5);
      }
    }
  });

  it('extends a last part that is too short when the publisher leaves', () => {
    for (const offsetMs of [0, 67]) {
      const [period] = cut({ frameRate: 30, keyAt: every(30), seconds: 3 + 2 / 30, offsetMs });
      const last = period!.parts.at(-1)!;
      expect(last.pictures).toBe(2);
      expect(last.durationUs).toBeGreaterThan(240_000);
      expect(last.durationUs).toBeLessThanOrEqual(400_000);
    }
  });
});

describe('clocks', () => {
  it('places the first key frame at ten seconds, and no audio before the first DTS', () => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, true);
    const video = pictures({
      count: 60,
      frameRate: 30,
      keyAt: every(30),
      startMs: 5_000,
      offsetMs: 67,
    });
    sendAll(packager, video, frames(4_600, 7_400));
    packager.end();
    const { video: pictureTrack, audio } = readFragment(periods[0]!.parts[0]!.data);
    expect(pictureTrack!.startTicks + pictureTrack!.compositionOffsets[0]!).toBe(900_000);
    const firstDts = pictureTrack!.startTicks / 90_000;
    expect(audio!.startTicks / 48_000).toBeGreaterThanOrEqual(firstDts);
    expect(audio!.startTicks / 48_000).toBeLessThan(firstDts + 0.022);
  });

  it('shows each frame until the next, and leaves no gap between parts of either track', () => {
    const [period] = cut({
      frameRate: 30_000 / 1001,
      keyAt: every(60),
      seconds: 12,
      offsetMs: 67,
    });
    let videoEnd: number | null = null;
    let audioEnd: number | null = null;
    for (const { data } of period!.parts) {
      const { video, audio } = readFragment(data);
      if (videoEnd !== null) expect(video!.startTicks).toBe(videoEnd);
      if (audioEnd !== null) expect(audio!.startTicks).toBe(audioEnd);
      videoEnd = endOf(video!);
      audioEnd = endOf(audio!);
    }
    const pictureCount = Math.round(12 * (30_000 / 1001));
    expect((videoEnd! - (900_000 - 67 * 90)) / 90).toBeCloseTo((pictureCount * 1001) / 30, -1);
  });

  it('lists a segment at least 2 ms shorter than its media, so that a player’s buffer reaches its listed end', () => {
    const [period] = cut({ frameRate: 30, keyAt: every(60), seconds: 12, offsetMs: 67 });
    for (const segment of bySegment(period!.parts)) {
      const first = readFragment(segment[0]!.data).video!;
      const last = readFragment(segment.at(-1)!.data);
      const startPts = first.startTicks + first.compositionOffsets[0]!;
      const videoEnd = endOf(last.video!) + last.video!.compositionOffsets.at(-1)!;
      const audioEnd = (endOf(last.audio!) * 90_000) / 48_000;
      const reach = (Math.min(videoEnd, audioEnd) - startPts) / 0.09;
      expect(sumUs(segment)).toBeLessThanOrEqual(Math.ceil(reach) - 2_000);
    }
  });

  it('counts audio frames, so that the publisher’s rounding has no effect', () => {
    const [period] = cut({ frameRate: 30, keyAt: every(30), seconds: 30 });
    const starts = period!.parts.map(({ data }) => readFragment(data).audio!.startTicks);
    for (const start of starts) expect((start - starts[0]!) % 1024).toBe(0);
  });
});

describe('gaps in the video', () => {
  const hole = (seconds: number) => [
    ...pictures({ count: 60, frameRate: 30, keyAt: every(30) }),
    ...pictures({ count: 60, frameRate: 30, keyAt: every(30), startMs: 2_000 + seconds * 1000 }),
  ];

  it('become audio-only parts, none longer than the part target', () => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, true);
    sendAll(packager, hole(1.5), frames(0, 5_800));
    packager.end();
    const { parts } = periods[0]!;
    expect(periods).toHaveLength(1);
    expect(parts.some(({ data }) => readFragment(data).video === null)).toBe(true);
    for (const part of parts) expect(part.durationUs).toBeLessThanOrEqual(400_000);
    expect(sumUs(parts) / 1e6).toBeGreaterThan(5.4);
  });

  it('are removed from the timeline of a stream without audio, while dates follow the wall clock', () => {
    let nowMs = 0;
    const { packager, periods } = recordingPackager(() => nowMs);
    sendConfigs(packager, false);
    for (const unit of hole(0.9)) {
      nowMs = unit.dts / 90;
      packager.video(unit);
    }
    packager.end();
    const { parts } = periods[0]!;
    for (const part of parts) expect(part.durationUs).toBeLessThanOrEqual(400_000);
    expect(sumUs(parts) / 1e6).toBeLessThan(4.6);
    const last = bySegment(parts).at(-1)![0]!;
    expect(last.segmentStartMs - parts[0]!.segmentStartMs).toBeGreaterThan(3_500);
  });

  it.each([
    { name: 'without audio', audio: [] },
    {
      name: 'if the sound stops as well',
      audio: [...frames(0, 2_000), ...frames(7_000, 9_300)],
    },
  ])('of more than a second start a new period $name', ({ audio }) => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, audio.length > 0);
    sendAll(packager, hole(5), audio);
    packager.end();
    expect(periods).toHaveLength(2);
    const total = periods.reduce((sum, { parts }) => sum + sumUs(parts), 0);
    expect(total / 1e6).toBeGreaterThan(3.8);
    expect(total / 1e6).toBeLessThan(4.6);
  });

  it('are not detected in slides that arrive every two seconds', () => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, false);
    sendAll(packager, pictures({ count: 20, frameRate: 0.5, keyAt: () => true }), []);
    packager.end();
    expect(periods).toHaveLength(1);
  });
});

describe('a new period', () => {
  const send = (packager: ReturnType<typeof recordingPackager>['packager'], startMs: number) => {
    sendConfigs(packager, true);
    const video = pictures({ count: 70, frameRate: 30, keyAt: every(30), startMs, offsetMs: 67 });
    sendAll(packager, video, frames(startMs - 100, startMs + 2_700));
  };

  it('begins where the previous period ended, on both tracks, when the publisher reconnects', () => {
    const { packager, periods } = recordingPackager();
    for (const startMs of [0, 60_000, 1_000, 500_000]) {
      send(packager, startMs);
      packager.end();
    }
    expect(periods).toHaveLength(4);
    let end = 0;
    for (const { parts } of periods) {
      const first = readFragment(parts[0]!.data);
      expect(first.video!.startTicks / 90_000).toBeGreaterThanOrEqual(end);
      expect(first.audio!.startTicks / 48_000).toBeGreaterThanOrEqual(end);
      expect(first.video!.startTicks / 90_000 - end).toBeLessThan(end === 0 ? 11 : 0.1);
      const last = readFragment(parts.at(-1)!.data);
      end = Math.max(endOf(last.video!) / 90_000, endOf(last.audio!) / 48_000);
    }
  });

  it('keeps the key frame interval of the previous period', () => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, true);
    sendAll(packager, pictures({ count: 150, frameRate: 30, keyAt: every(60) }), frames(0, 5_300));
    packager.end();
    sendConfigs(packager, true);
    sendAll(
      packager,
      pictures({ count: 150, frameRate: 30, keyAt: every(60), startMs: 9_000 }),
      frames(9_000, 14_300),
    );
    packager.end();
    expect(bySegment(periods[1]!.parts)[0]).toHaveLength(5);
  });

  it('begins at the key frame after a changed video configuration, and drops undecodable frames before it', () => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, true);
    const video = pictures({ count: 120, frameRate: 30, keyAt: every(60) });
    sendAll(packager, video.slice(0, 50), frames(0, 1_650));
    packager.videoConfig({ codec: 'h264', record: avcRecord(0x1f) });
    sendAll(packager, video.slice(50), frames(1_670, 4_300));
    packager.end();
    expect(periods).toHaveLength(2);
    expect(packager.stats().picturesDropped).toBe(10);
    expect(periods[1]!.period.init.equals(periods[0]!.period.init)).toBe(false);
  });

  it('begins at the next key frame after a changed audio configuration', () => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, true);
    const video = pictures({ count: 120, frameRate: 30, keyAt: every(30) });
    sendAll(packager, video.slice(0, 50), frames(0, 1_650));
    packager.audioConfig({
      codec: 'aac',
      record: aacRecord44,
      format: readAudioSpecificConfig(aacRecord44),
    });
    sendAll(packager, video.slice(50), frames(1_670, 4_300));
    packager.end();
    expect(periods.map(({ period }) => period.tracks.audio?.description.sampleRateHz)).toEqual([
      48_000, 44_100,
    ]);
  });

  it('does not begin for a repeated configuration', () => {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, true);
    const video = pictures({ count: 90, frameRate: 30, keyAt: every(30) });
    sendAll(packager, video.slice(0, 30), frames(0, 1_000));
    sendConfigs(packager, true);
    sendAll(packager, video.slice(30), frames(1_000, 3_300));
    packager.end();
    expect(periods).toHaveLength(1);
  });

  it('begins at a jump of the publisher’s clock in either direction', () => {
    for (const jumpMs of [-1_500, 3_600_000]) {
      const { packager, periods } = recordingPackager();
      sendConfigs(packager, true);
      sendAll(
        packager,
        pictures({ count: 60, frameRate: 30, keyAt: every(30), startMs: 10_000 }),
        frames(10_000, 12_000),
      );
      const startMs = 12_000 + jumpMs;
      sendAll(
        packager,
        pictures({ count: 60, frameRate: 30, keyAt: every(30), startMs }),
        frames(startMs, startMs + 2_300),
      );
      packager.end();
      expect(periods).toHaveLength(2);
    }
  });

  it('survives invalid input: equal and falling times, absurd offsets, a frame before its configuration', () => {
    const { packager, periods } = recordingPackager();
    packager.video({ dts: 0, pts: 0, key: true, data: idrPicture() });
    packager.audio({ pts: 0, data: Buffer.alloc(4) });
    packager.videoConfig({ codec: 'h264', record: Buffer.from('nonsense') });
    packager.video({ dts: 0, pts: 0, key: true, data: idrPicture() });
    sendConfigs(packager, true);
    for (let index = 0; index < 200; index += 1) {
      const dts = 90_000 + index * 3_000 - (index % 7 === 0 ? 4_000 : 0);
      packager.video({
        dts,
        pts: dts + (index % 11 === 0 ? 1e12 : 0),
        key: index % 30 === 0,
        data: idrPicture(),
      });
      packager.audio({ pts: index % 13 === 0 ? -1e12 : dts, data: Buffer.alloc(4) });
    }
    packager.end();
    for (const { parts } of periods) {
      for (const part of parts) {
        expect(part.durationUs).toBeGreaterThan(0);
        expect(part.durationUs).toBeLessThanOrEqual(400_000);
      }
    }
    expect(periods.flatMap(({ parts }) => parts).length).toBeGreaterThan(10);
  });
});
