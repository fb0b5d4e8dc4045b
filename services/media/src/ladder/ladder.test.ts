import { isLadder } from '@sangwian/node-kit/variable-kinds';
import { describe, expect, it } from 'vitest';
import type { CutPart, PackagedPart, PackagedPeriod } from '../packager/packaged-part.ts';
import { avcRecord, idrPicture, interPicture } from '../rtmp/testing/sample-media.ts';
import { recordingPackager, sendConfigs, sendSeconds } from '../testing/drawn-stream.ts';
import { readFragment } from '../testing/read-fragment.ts';
import { ladderArguments } from './encoder-arguments.ts';
import { FedPictures } from './fed-pictures.ts';
import { FlvReader, writeFlvHead, writeFlvPicture } from './flv-pipe.ts';
import { parseLadder, resolveLadder, rungsBelow } from './ladder-setting.ts';
import { Rung } from './rung.ts';

describe('the setting of the ladder', () => {
  it('lists up to four sizes, each with a bitrate and only once', () => {
    for (const text of ['auto', 'off', '720p:2500k', '720p:2500k, 480p:1200k,240p:400k'])
      expect(isLadder(text)).toBe(true);
    for (const text of ['720p', '720:2500k', '720p:0k', '720p:1k,', '480p:500k,480p:600k', 'on'])
      expect(isLadder(text)).toBe(false);
    expect(isLadder('1p:500k,1p:5k')).toBe(false);
    expect(isLadder('720p:50k,480p:50k,360p:50k,240p:50k,144p:50k')).toBe(false);
    expect(parseLadder('720p:2500k, 480p:1200k')).toEqual([
      { name: '720p', lines: 720, bitsPerSecond: 2_500_000 },
      { name: '480p', lines: 480, bitsPerSecond: 1_200_000 },
    ]);
  });

  it('depends on the number of cores unless it is configured', () => {
    expect(resolveLadder('auto', 2)).toEqual([]);
    expect(resolveLadder('auto', 4).map(({ name }) => name)).toEqual(['720p', '480p', '240p']);
    expect(resolveLadder(parseLadder('off'), 64)).toEqual([]);
    expect(resolveLadder(parseLadder('360p:500k'), 1)).toHaveLength(1);
  });

  it('never contains a rendition as large as the source, in either orientation', () => {
    const rungs = resolveLadder('auto', 8);
    const names = (width: number, height: number) =>
      rungsBelow(rungs, { width, height }).map(({ name }) => name);
    expect(names(1_920, 1_080)).toEqual(['720p', '480p', '240p']);
    expect(names(1_280, 720)).toEqual(['480p', '240p']);
    expect(names(720, 1_280)).toEqual(['480p', '240p']);
    expect(names(320, 180)).toEqual([]);
  });

  it('scales each rendition from the next larger one, by its shorter side', () => {
    const rungs = parseLadder('240p:400k,720p:2500k') as ReturnType<typeof resolveLadder>;
    const filter = (portrait: boolean) => {
      const parameters = ladderArguments({ rungs, encoder: 'libx264', portrait });
      return parameters[parameters.indexOf('-filter_complex') + 1];
    };
    expect(filter(false)).toBe(
      '[0:v]scale=-2:720:flags=fast_bilinear,split[own0][next1];[own0]format=yuv420p[out1];' +
        '[next1]scale=-2:240:flags=fast_bilinear,format=yuv420p[out0]',
    );
    expect(filter(true)).toContain('scale=720:-2');
  });
});

it('frames pass through a pipe as FLV, in chunks of any size and with times beyond 24 bits', () => {
  const pictures = [
    { dtsMs: 0, ptsMs: 66, key: true, data: idrPicture(900) },
    { dtsMs: 0x1_000_021, ptsMs: 0x1_000_000, key: false, data: interPicture(300) },
  ];
  const stream = Buffer.concat([writeFlvHead(avcRecord(), 30), ...pictures.map(writeFlvPicture)]);
  const reader = new FlvReader();
  const found: ReturnType<FlvReader['push']> = [];
  for (let at = 0; at < stream.length; at += 7)
    found.push(...reader.push(stream.subarray(at, at + 7)));
  expect(found.map(({ tag }) => tag.kind)).toEqual(['config', 'frame', 'frame']);
  expect(found[0]!.tag).toEqual({ kind: 'config', record: avcRecord() });
  for (const [index, { dtsMs, ptsMs, key, data }] of pictures.entries())
    expect(found[index + 1]).toEqual({
      timestampMs: dtsMs,
      key,
      tag: { kind: 'frame', compositionTimeMs: ptsMs - dtsMs, data },
    });
});

describe('a rung', () => {
  /** Packages three seconds of a source, and passes the source's parts to a rung. */
  function startRung() {
    const { packager, periods } = recordingPackager();
    sendConfigs(packager, true);
    sendSeconds(packager, 0, 3);
    packager.end();
    const [{ period, parts }] = periods as unknown as [
      { period: PackagedPeriod; parts: readonly CutPart[] },
    ];
    const fed = new FedPictures();
    const calls: (string | PackagedPart)[] = [];
    const rung = new Rung({ name: '480p', lines: 480, bitsPerSecond: 1 }, fed, {
      expect: () => calls.push('expect'),
      begin: (number) => calls.push(`begin ${number}`),
      period: ({ discontinuity, codecs }) => calls.push(`period ${discontinuity} ${codecs}`),
      part: (part) => calls.push(part),
      lose: () => calls.push('lose'),
    });
    const times = parts.flatMap(({ data }) => {
      const { video } = readFragment(data);
      let at = video!.startTicks;
      return video!.durations.map((duration, index) => {
        const pts = at + video!.compositionOffsets[index]!;
        at += duration;
        return { pts, key: video!.keys[index]! };
      });
    });
    let segment = 99;
    for (const { pts } of times) fed.add(pts, pts);
    rung.config(avcRecord());
    for (const part of parts) {
      if (part.startsSegment) segment += 1;
      rung.cut({ part, period, mediaSequence: segment });
    }
    const make = (from: number, to: number): void => {
      for (const { pts, key } of times.slice(from, to))
        rung.picture({ pts, key, data: key ? idrPicture() : interPicture() });
    };
    return { rung, parts, calls, make };
  }

  it('publishes a part as soon as its last frame is encoded', () => {
    const { parts, calls, make } = startRung();
    const first = parts[0]!.pictures;
    make(0, first - 1);
    expect(calls).toEqual([]);
    make(first - 1, first);
    expect(calls.slice(0, 2)).toEqual(['begin 100', 'period 0 avc1.42c01e,mp4a.40.2']);
    expect(calls).toHaveLength(3);
    make(first, 90);
    const made = calls.slice(2) as PackagedPart[];
    expect(made).toHaveLength(parts.length);
    for (const [index, part] of made.entries()) {
      const source = parts[index]!;
      expect(part).toMatchObject({
        durationUs: source.durationUs,
        independent: source.independent,
        startsSegment: source.startsSegment,
        endsSegment: source.endsSegment,
        segmentStartMs: source.segmentStartMs,
        pictures: source.pictures,
      });
      const own = readFragment(part.data);
      const its = readFragment(source.data);
      expect(own.audio).toEqual(its.audio);
      expect(own.video!.startTicks).toBe(its.video!.startTicks);
      expect(own.video!.durations).toEqual(its.video!.durations);
    }
  });

  it('begins at the next segment if its encoder started late', () => {
    const { calls, make } = startRung();
    make(20, 90);
    expect(calls.slice(0, 2)).toEqual(['begin 101', 'period 0 avc1.42c01e,mp4a.40.2']);
  });

  it('restarts at the next segment after frames were lost, but bridges a single lost frame by the previous one', () => {
    const { calls, make } = startRung();
    make(0, 3);
    make(4, 35);
    make(50, 90);
    const words = calls.filter((call) => typeof call === 'string');
    expect(words).toEqual([
      'begin 100',
      'period 0 avc1.42c01e,mp4a.40.2',
      'lose',
      'begin 102',
      'period 0 avc1.42c01e,mp4a.40.2',
    ]);
    const [first] = calls.filter((call) => typeof call !== 'string');
    const { video } = readFragment(first!.data);
    expect(Math.max(...video!.durations)).toBeGreaterThanOrEqual(2 * 2_970);
  });
});
