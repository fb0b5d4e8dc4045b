import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encoderArguments, type TestPicture } from '../rtmp/testing/ffmpeg.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import {
  type ParsedPlaylist,
  type ParsedSegment,
  parseMediaPlaylist,
  parseMultivariant,
  playlistFaults,
  updateFaults,
  variantFaults,
} from '../testing/conformance.ts';
import { sendConfigs, sendSeconds } from '../testing/drawn-stream.ts';
import {
  CHANNEL,
  eventually,
  type MediaStack,
  STREAM_KEY,
  startMediaStack,
} from '../testing/media-stack.ts';
import { readFragment } from '../testing/read-fragment.ts';
import { parseLadder } from './ladder-setting.ts';

const ffmpeg = await findFfmpeg('ffmpeg');
if (ffmpeg === null) console.warn('ffmpeg with libopus not found: the ladder is not tested');

const LADDER = parseLadder('180p:300k,144p:200k,120p:100k,720p:2500k');
const RUNGS = ['180p', '144p', '120p'];

/** Returns the process ids of running encoders of the ladder. */
function encoders(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        return Number(parent) === process.pid && state !== 'Z' && line.includes('filter_complex');
      } catch {
        return false;
      }
    });
}

/** Decodes a file. Returns the times of its frames and of its key frames, and the number of its audio frames. */
function probe(file: Buffer) {
  const output = execFileSync(
    'ffprobe',
    ['-v', 'error', '-show_entries', 'frame=media_type,pts,key_frame', '-of', 'json', 'pipe:0'],
    { input: file, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const { frames } = JSON.parse(output.toString()) as {
    frames: { media_type: string; pts: number; key_frame: number }[];
  };
  const pictures = frames.filter(({ media_type }) => media_type === 'video');
  return {
    pictures: pictures.map(({ pts }) => pts),
    keys: pictures.filter(({ key_frame }) => key_frame === 1).map(({ pts }) => pts),
    sounds: frames.length - pictures.length,
  };
}

describe.skipIf(ffmpeg === null)('the ladder of a source', () => {
  let stack: MediaStack;
  const processes: ChildProcess[] = [];
  beforeAll(async () => {
    stack = await startMediaStack({ ffmpeg: 'ffmpeg', ladder: LADDER });
  });
  afterAll(async () => {
    for (const one of processes) one.kill('SIGKILL');
    await stack.stop();
    expect(encoders()).toEqual([]);
  });

  const publish = (picture: Partial<TestPicture> = {}): ChildProcess => {
    const address = `rtmp://127.0.0.1:${stack.media.ports.rtmp}/live/${STREAM_KEY}`;
    const form = { seconds: 120, live: true, size: '426x240', ...picture };
    const publisher = spawn('ffmpeg', [...encoderArguments(form), address], { stdio: 'ignore' });
    processes.push(publisher);
    return publisher;
  };
  const address = (uri: string) => `${stack.granted()}${uri}`;
  const uriOf = (name: string) => `${name === '' ? '' : `${name}/`}stream.m3u8`;
  const variants = async () => {
    const response = await fetch(address('index.m3u8'));
    return response.ok ? parseMultivariant(await response.text()) : [];
  };
  const playlist = async (name: string): Promise<ParsedPlaylist | undefined> => {
    const response = await fetch(address(uriOf(name)));
    return response.ok ? parseMediaPlaylist(await response.text()) : undefined;
  };
  const closed = (one: ParsedPlaylist | undefined) =>
    (one?.segments ?? []).filter(({ uri, durationUs }) => uri !== null && durationUs !== null);
  /** Returns the complete segments of all renditions once each has `count`. */
  const playlists = (count: number) =>
    eventually(async () => {
      const all = await Promise.all(['', ...RUNGS].map(playlist));
      return all.every((one) => closed(one).length >= count)
        ? new Map(['', ...RUNGS].map((name, index) => [name, all[index]!]))
        : undefined;
    }, 30_000);
  const load = async (name: string, uri: string): Promise<Buffer> => {
    const response = await fetch(new URL(uri, address(uriOf(name))));
    return Buffer.from(await response.arrayBuffer());
  };
  const common = (lists: ReadonlyMap<string, ParsedPlaylist>) => {
    const numbers = [...lists.values()].map(
      (one) => new Set(closed(one).map(({ mediaSequence }) => mediaSequence)),
    );
    const [first, ...rest] = numbers;
    return [...first!].filter((number) => rest.every((set) => set.has(number)));
  };
  const segment = (one: ParsedPlaylist, number: number): ParsedSegment =>
    one.segments.find(({ mediaSequence }) => mediaSequence === number)!;

  const channel = () => stack.media.channels.get(CHANNEL)!;
  /** Compares a segment of every rendition with the same segment of the source. */
  const expectAligned = async (lists: ReadonlyMap<string, ParsedPlaylist>): Promise<void> => {
    const number = common(lists).at(-1)!;
    const source = segment(lists.get('')!, number);
    const sourceFile = await load('', source.uri!);
    const sourceTimes = probe(Buffer.concat([await load('', source.map!), sourceFile]));
    expect(sourceTimes.pictures.length).toBeGreaterThan(20);
    expect(sourceTimes.keys[0]).toBe(sourceTimes.pictures[0]);
    for (const name of RUNGS) {
      const own = segment(lists.get(name)!, number);
      expect(own.programDateTimeMs).toBe(source.programDateTimeMs);
      expect(own.discontinuitySequence).toBe(source.discontinuitySequence);
      expect(own.durationUs).toBe(source.durationUs);
      expect(own.parts.map(({ durationUs }) => durationUs)).toEqual(
        source.parts.map(({ durationUs }) => durationUs),
      );
      const file = await load(name, own.uri!);
      const { video, audio } = readFragment(file);
      expect(video!.startTicks).toBe(readFragment(sourceFile).video!.startTicks);
      expect(audio!.payloads).toEqual(readFragment(sourceFile).audio!.payloads);
      expect(probe(Buffer.concat([await load(name, own.map!), file]))).toEqual(sourceTimes);
    }
  };

  it('is listed with the source, has the same segments, parts and audio, and can be decoded', async () => {
    publish();
    const lists = await playlists(3);
    const listed = await variants();
    expect(listed.map(({ uri, resolution }) => [uri, resolution])).toEqual([
      ['stream.m3u8', '426x240'],
      ['180p/stream.m3u8', '320x180'],
      ['144p/stream.m3u8', '256x144'],
      ['120p/stream.m3u8', '214x120'],
      ['audio/stream.m3u8', null],
    ]);
    for (const { bandwidthBps, codecs, frameRate } of listed.slice(0, -1)) {
      expect(codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
      expect(frameRate).toBeCloseTo(30, 1);
      expect(bandwidthBps).toBeGreaterThan(50_000);
    }
    for (const one of lists.values()) expect(playlistFaults(one)).toEqual([]);
    const byAddress = Array.from(lists, ([name, one]) => [uriOf(name), one] as const);
    expect(variantFaults(new Map(byAddress))).toEqual([]);
    await expectAligned(lists);
  }, 60_000);

  it('resumes after its encoder was killed, while the source continues', async () => {
    const [pid] = encoders();
    expect(encoders()).toHaveLength(1);
    const before = (await playlist(''))!;
    process.kill(pid!, 'SIGKILL');
    await eventually(() => (channel().ladder!.state.restarts === 1 ? true : undefined));
    const killedAt = (await playlist(''))!.segments.at(-1)!.mediaSequence;
    const lists = await eventually(async () => {
      const all = await playlists(2);
      return common(all).some((number) => number > killedAt + 1) ? all : undefined;
    }, 30_000);
    expect(encoders()).not.toContain(pid);
    expect(updateFaults(before, lists.get('')!)).toEqual([]);
    const numbers = lists.get('')!.segments.map((one) => one.discontinuitySequence);
    expect(new Set(numbers).size).toBe(1);
    expect(stack.api.events.filter(({ type }) => type === 'publish_ended')).toEqual([]);
    for (const one of lists.values()) expect(playlistFaults(one)).toEqual([]);
    await expectAligned(lists);
  }, 60_000);

  it('drops its last rendition if the encoder falls more than a second behind', async () => {
    const [pid] = encoders();
    process.kill(pid!, 'SIGSTOP');
    await eventually(() => (channel().ladder!.state.dropped.length > 0 ? true : undefined), 20_000);
    expect(channel().ladder!.state).toMatchObject({ dropped: ['120p'], rungs: ['180p', '144p'] });
    await eventually(async () => {
      const listed = (await variants()).map(({ uri }) => uri);
      return listed.includes('144p/stream.m3u8') && !listed.includes('120p/stream.m3u8')
        ? true
        : undefined;
    }, 20_000);
    await eventually(async () =>
      (await fetch(address('120p/stream.m3u8'))).status === 404 ? true : undefined,
    );
    const metrics = await (await fetch(`${stack.origin}/metrics`)).text();
    expect(metrics).toMatch(/sangwian_media_channel_ladder_dropped\{channel_id="[^"]+"\} 1/);
    const cpu = /sangwian_media_channel_ladder_cpu_seconds_total\{[^}]+\} (\S+)/.exec(metrics)?.[1];
    expect(Number(cpu)).toBeGreaterThan(0.1);
    expect(encoders()).not.toContain(pid);
    expect(channel().publisher).not.toBeNull();
  }, 60_000);

  it('ends with the source, and restarts with all renditions for a source with reordered frames', async () => {
    for (const one of processes.splice(0)) one.kill('SIGKILL');
    await eventually(() => (encoders().length === 0 ? true : undefined));
    expect(channel().publisher).toBeNull();
    const ended = (await playlist('144p'))!;
    publish({ bFrames: 2, preset: 'veryfast', x264: 'keyint=30:min-keyint=30:scenecut=0' });
    await eventually(() => (channel().publisher === null ? undefined : true), 20_000);
    const lists = await eventually(async () => {
      const all = await playlists(2);
      const newest = Math.max(...common(all));
      return newest > ended.segments.at(-1)!.mediaSequence + 2 ? all : undefined;
    }, 30_000);
    expect(channel().ladder!.state.dropped).toEqual([]);
    await expectAligned(lists);
  }, 60_000);

  it('stops while the source’s encoder sends renditions of its own', async () => {
    const { sink } = stack.publish(CHANNEL, '144p');
    await eventually(() => (encoders().length === 0 ? true : undefined));
    sendConfigs(sink, true);
    sendSeconds(sink, 0, 3);
    await eventually(async () => {
      const uris = (await variants()).map(({ uri }) => uri);
      return uris.join() === 'stream.m3u8,144p/stream.m3u8,audio/stream.m3u8' ? true : undefined;
    });
    sink.end();
    await eventually(() => (encoders().length === 1 ? true : undefined));
    stack.media.channels.close(CHANNEL);
    await eventually(() => (encoders().length === 0 ? true : undefined));
    await eventually(async () => ((await playlist('180p'))!.ended ? true : undefined));
  }, 60_000);
});

it('a source is served without a ladder if ffmpeg is missing', async () => {
  const stack = await startMediaStack({ ffmpeg: '/nowhere/ffmpeg', ladder: LADDER });
  try {
    const { sink } = stack.publish();
    sendConfigs(sink, true);
    sendSeconds(sink, 0, 3);
    const text = await (await fetch(`${stack.granted()}index.m3u8`)).text();
    expect(parseMultivariant(text).map(({ uri }) => uri)).toEqual([
      'stream.m3u8',
      'audio/stream.m3u8',
    ]);
    const report = await (await stack.control('channels')).json();
    expect(report).toMatchObject({ ladder: { rungs: [], absence: 'no_ffmpeg' } });
  } finally {
    await stack.stop();
  }
});
