import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMediaPlaylist, playlistFaults, updateFaults } from './testing/conformance.ts';
import { play, readFlv, type SinkCall, ticksOf } from './testing/flv-file.ts';
import { type FlvOptions, makeFlv } from './testing/make-flv.ts';
import {
  CHANNEL,
  eventually,
  type MediaStack,
  STREAM_KEY,
  startMediaStack,
} from './testing/media-stack.ts';

const run = promisify(execFile);
const FLV_FOLDER = join(tmpdir(), 'sangwian-flv');
const PLAYER_MS_MAX = 40_000;

let stack: MediaStack;
beforeAll(async () => {
  stack = await startMediaStack();
});
afterAll(() => stack.stop());

interface Probe {
  readonly streams: ReadonlyArray<{
    codec_type: string;
    width?: number;
    nb_read_packets: string;
    r_frame_rate: string;
  }>;
}

const probe = async (input: string): Promise<Probe> => {
  const { stdout } = await run(
    'ffprobe',
    ['-v', 'error', '-count_packets', '-show_streams', '-of', 'json', input],
    {
      timeout: PLAYER_MS_MAX,
    },
  );
  return JSON.parse(stdout) as Probe;
};

/** Decodes the whole stream. Returns the player's errors and the number of seconds played. */
async function decode(
  input: string,
  options: readonly string[] = [],
): Promise<{ errors: string; seconds: number }> {
  const { stdout, stderr } = await run(
    'ffmpeg',
    ['-v', 'error', '-progress', '-', '-nostats', '-i', input, ...options, '-f', 'null', '-'],
    { timeout: PLAYER_MS_MAX },
  );
  const times = [...stdout.matchAll(/out_time_us=(\d+)/g)];
  return { errors: stderr, seconds: Number(times.at(-1)?.[1] ?? 0) / 1e6 };
}

const send = (calls: readonly SinkCall[], channelId: string): void => {
  const { sink } = stack.publish(channelId);
  for (const call of calls) play(sink, call);
  sink.end();
};

const addressOf = (channelId: string): string => `${stack.granted(undefined, channelId)}index.m3u8`;

const CASES: Record<string, FlvOptions> = {
  'thirty fps, key frame every second, 48 kHz': {
    seconds: 8,
    frameRate: '30',
    keyEvery: 30,
    audioRate: 48_000,
  },
  '29.97 fps with B-frames, 44.1 kHz': {
    seconds: 8,
    frameRate: '30000/1001',
    keyEvery: 60,
    bFrames: 2,
    audioRate: 44_100,
  },
  '25 fps, mono, three B-frames': {
    seconds: 8,
    frameRate: '25',
    keyEvery: 50,
    bFrames: 3,
    audioRate: 48_000,
    channels: 1,
  },
  '60 fps, 5.1': { seconds: 6, frameRate: '60', keyEvery: 60, audioRate: 48_000, channels: 6 },
  'no audio': { seconds: 8, frameRate: '30', keyEvery: 60, bFrames: 2, audioRate: null },
  'key frames every four seconds': {
    seconds: 12,
    frameRate: '30',
    keyEvery: 120,
    audioRate: 48_000,
  },
  'key frames every ten seconds with B-frames': {
    seconds: 24,
    frameRate: '30',
    keyEvery: 300,
    bFrames: 2,
    audioRate: 48_000,
  },
  'key frames wherever the scene changes': {
    seconds: 12,
    frameRate: '30',
    keyEvery: 47,
    bFrames: 2,
    audioRate: 44_100,
  },
};

interface ClockStep {
  readonly name: string;
  readonly kind: SinkCall['kind'];
  readonly stepMs: number;
  /** Delay of the audio after its video. */
  readonly lateMs?: number;
}

const CLOCK_STEPS: readonly ClockStep[] = [
  { name: 'the clock of the sound steps back by a second', kind: 'audio', stepMs: -1_000 },
  { name: 'the clock of the sound steps ahead by fifteen seconds', kind: 'audio', stepMs: 15_000 },
  { name: 'the clock of the picture steps ahead by a second', kind: 'video', stepMs: 1_000 },
  { name: 'sound arrives 1.2 s after its picture', kind: 'audio', stepMs: 0, lateMs: 1_200 },
];
const STEPPED_FLV: FlvOptions = { seconds: 12, frameRate: '30', keyEvery: 30, audioRate: 48_000 };
const STEP_AT_TICKS = 5 * 90_000;

/** Sorts the calls by arrival. The clock of one track jumps at the fifth second. */
function withStep(calls: SinkCall[], { kind, stepMs, lateMs = 0 }: ClockStep): SinkCall[] {
  const dueAt = (call: SinkCall): number =>
    (ticksOf(call) ?? 0) + (call.kind === 'audio' ? lateMs * 90 : 0);
  const ticks = stepMs * 90;
  return calls
    .sort((a, b) => dueAt(a) - dueAt(b))
    .map((call): SinkCall => {
      if (call.kind !== kind || (ticksOf(call) ?? 0) < STEP_AT_TICKS) return call;
      if (call.kind === 'audio')
        return { kind: 'audio', unit: { ...call.unit, pts: call.unit.pts + ticks } };
      if (call.kind !== 'video') return call;
      const { dts, pts } = call.unit;
      return { kind: 'video', unit: { ...call.unit, dts: dts + ticks, pts: pts + ticks } };
    });
}

/** Decodes a channel through ffmpeg filters, and returns the output of the filters. */
async function detect(channelId: string, filters: readonly string[]): Promise<string> {
  const { stderr } = await run(
    'ffmpeg',
    ['-i', addressOf(channelId), ...filters, '-f', 'null', '-'],
    {
      timeout: PLAYER_MS_MAX,
    },
  );
  return stderr;
}

describe('a player', () => {
  it.each(
    Object.entries(CASES).map(([name, options], index) => ({
      name,
      options,
      channelId: `case-${index}`,
    })),
  )('plays $name from beginning to end without errors', async ({ options, channelId }) => {
    const file = await makeFlv(FLV_FOLDER, channelId, options);
    send(readFlv(file), channelId);
    const text = await (await fetch(addressOf(channelId).replace('index', 'stream'))).text();
    const list = parseMediaPlaylist(text);
    expect(playlistFaults(list)).toEqual([]);
    stack.media.channels.close(channelId);

    const { errors, seconds } = await decode(addressOf(channelId));
    expect(errors).toBe('');
    expect(seconds).toBeGreaterThan(options.seconds - 0.1);
    expect(seconds).toBeLessThan(options.seconds + 0.4);
    const listed = list.segments.reduce((sum, { durationUs }) => sum + (durationUs ?? 0), 0) / 1e6;
    // A last part shorter than a quarter of a second is extended to that duration.
    expect(Math.abs(listed - options.seconds)).toBeLessThan(0.3);

    const [source, played] = await Promise.all([probe(file), probe(addressOf(channelId))]);
    const packets = ({ streams }: Probe, type: string) =>
      Number(streams.find(({ codec_type }) => codec_type === type)?.nb_read_packets ?? 0);
    expect(packets(played, 'video')).toBe(packets(source, 'video'));
    expect(Math.abs(packets(played, 'audio') - packets(source, 'audio'))).toBeLessThanOrEqual(12);
  });

  it('plays silence where audio is missing, for every channel layout', async () => {
    for (const channels of [1, 2, 6]) {
      const channelId = `silence-${channels}`;
      const file = await makeFlv(FLV_FOLDER, channelId, {
        seconds: 6,
        frameRate: '30',
        keyEvery: 30,
        audioRate: 48_000,
        channels,
      });
      const calls = readFlv(file).filter(
        (call) => call.kind !== 'audio' || call.unit.pts < 180_000 || call.unit.pts > 360_000,
      );
      send(calls, channelId);
      stack.media.channels.close(channelId);
      expect((await decode(addressOf(channelId))).errors).toBe('');
      const { stderr } = await run(
        'ffmpeg',
        [
          '-v',
          'info',
          '-i',
          addressOf(channelId),
          '-af',
          'silencedetect=n=-50dB:d=1',
          '-f',
          'null',
          '-',
        ],
        {
          timeout: PLAYER_MS_MAX,
        },
      );
      const [, duration] = /silence_duration: ([\d.]+)/.exec(stderr) ?? [];
      expect(Number(duration)).toBeGreaterThan(1.7);
      expect(Number(duration)).toBeLessThan(2.2);
    }
  });

  describe.each(CLOCK_STEPS)('when $name', (step) => {
    it('plays audio again within two seconds of the step', async () => {
      const channelId = `sound-${step.kind}-${step.stepMs + 2_000}`;
      const file = await makeFlv(FLV_FOLDER, 'sound-step', STEPPED_FLV);
      send(withStep(readFlv(file), step), channelId);
      stack.media.channels.close(channelId);
      const { errors, seconds } = await decode(addressOf(channelId));
      expect(errors).toBe('');
      expect(seconds).toBeGreaterThan(10);
      const detected = await detect(channelId, ['-af', 'silencedetect=n=-50dB:d=0.1']);
      const durations = [...detected.matchAll(/silence_duration: ([\d.]+)/g)].map(([, s]) =>
        Number(s),
      );
      for (const duration of durations) expect(duration).toBeLessThan(2);
      // Silence that began but did not end.
      expect(detected.match(/silence_start/g)?.length ?? 0).toBe(durations.length);
    });

    it('plays each beep within 60 ms of its flash after the step', async () => {
      const channelId = `beeps-${step.kind}-${step.stepMs + 2_000}`;
      const file = await makeFlv(FLV_FOLDER, 'flashes', { ...STEPPED_FLV, flashes: true });
      send(withStep(readFlv(file), step), channelId);
      stack.media.channels.close(channelId);
      const [picture, sound] = await Promise.all([
        detect(channelId, ['-an', '-vf', 'blackdetect=d=0.5:pix_th=0.3']),
        detect(channelId, ['-vn', '-af', 'silencedetect=n=-30dB:d=0.5']),
      ]);
      const flashes = [...picture.matchAll(/black_end:([\d.]+)/g)].map(([, s]) => Number(s));
      const beeps = [...sound.matchAll(/silence_end: ([\d.]+)/g)].map(([, s]) => Number(s));
      // Only the last flashes and beeps count, because the step is at second five of twelve.
      for (const flash of flashes.slice(-5, -1)) {
        const nearest = Math.min(...beeps.map((beep) => Math.abs(beep - flash)));
        expect(nearest).toBeLessThanOrEqual(0.06);
      }
      expect(flashes.length).toBeGreaterThanOrEqual(10);
    });
  });

  it('continues after the publisher reconnects, with times that never overlap', async () => {
    const channelId = 'back';
    const file = await makeFlv(FLV_FOLDER, 'back', {
      seconds: 4,
      frameRate: '30',
      keyEvery: 30,
      bFrames: 2,
      audioRate: 44_100,
    });
    for (let time = 0; time < 3; time += 1) send(readFlv(file), channelId);
    stack.media.channels.close(channelId);
    const { errors, seconds } = await decode(addressOf(channelId));
    expect(errors).toBe('');
    expect(seconds).toBeGreaterThan(11.9);
    expect(seconds).toBeLessThan(12.6);
  });

  it('gets a new initialisation segment when resolution and audio format change, and plays each period', async () => {
    const channelId = 'resized';
    const first = await makeFlv(FLV_FOLDER, 'size-1', {
      seconds: 4,
      frameRate: '30',
      keyEvery: 30,
      bFrames: 2,
      audioRate: 48_000,
    });
    const second = await makeFlv(FLV_FOLDER, 'size-2', {
      seconds: 4,
      frameRate: '25',
      size: '640x360',
      keyEvery: 50,
      bFrames: 2,
      audioRate: 44_100,
    });
    for (const file of [first, second, first]) send(readFlv(file), channelId);
    const base = stack.granted(undefined, channelId);
    const text = await (await fetch(addressOf(channelId).replace('index', 'stream'))).text();
    const { segments } = parseMediaPlaylist(text);
    const maps = [...new Set(segments.map(({ map }) => map))];
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(2);
    expect(maps).toHaveLength(3);
    const widths: number[] = [];
    for (const map of maps) {
      const uris = [
        map,
        ...segments.filter((segment) => segment.map === map).map(({ uri }) => uri),
      ];
      const pieces = await Promise.all(
        uris.map(async (uri) => (await fetch(`${base}${uri}`)).arrayBuffer()),
      );
      const joined = join(stack.dataDir, 'period.mp4');
      await writeFile(joined, Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
      expect((await decode(joined)).errors).toBe('');
      widths.push(
        (await probe(joined)).streams.find(({ codec_type }) => codec_type === 'video')?.width ?? 0,
      );
    }
    expect(widths).toEqual([320, 640, 320]);
  });
});

describe('a live publisher by RTMP', () => {
  it('is playable while it sends, has conforming playlists, and is refused with a wrong key', async () => {
    const publish = (key: string) =>
      spawn(
        'ffmpeg',
        [
          ...['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30'],
          ...[
            '-f',
            'lavfi',
            '-i',
            'sine=frequency=440:sample_rate=44100',
            '-c:v',
            'libx264',
            '-preset',
            'ultrafast',
          ],
          ...[
            '-threads',
            '1',
            '-g',
            '30',
            '-bf',
            '2',
            '-pix_fmt',
            'yuv420p',
            '-c:a',
            'aac',
            '-t',
            '30',
          ],
          ...['-f', 'flv', `rtmp://127.0.0.1:${stack.media.ports.rtmp}/live/${key}`],
        ],
        { stdio: 'ignore' },
      );
    const refused = publish('wrong-key');
    expect(await new Promise((resolve) => refused.once('exit', resolve))).not.toBe(0);

    const publisher = publish(STREAM_KEY);
    try {
      const address = addressOf(CHANNEL);
      await eventually(async () => ((await fetch(address)).ok ? true : undefined), 20_000);
      const playing = decode(address, ['-t', '5']);
      let before = parseMediaPlaylist(
        await (await fetch(address.replace('index', 'stream'))).text(),
      );
      for (let step = 0; step < 15; step += 1) {
        const last = before.segments.at(-1)!;
        const [, sequence, part] = /p(\d+)-(\d+)/.exec(before.preloadHint ?? '') ?? [];
        const query = `?_HLS_msn=${sequence}&_HLS_part=${part}`;
        const response = await fetch(address.replace('index', 'stream') + query);
        const list = parseMediaPlaylist(await response.text());
        expect(playlistFaults(list)).toEqual([]);
        expect(updateFaults(before, list)).toEqual([]);
        expect(list.segments.at(-1)!.mediaSequence).toBeGreaterThanOrEqual(last.mediaSequence);
        before = list;
      }
      const { errors, seconds } = await playing;
      expect(errors).toBe('');
      expect(seconds).toBeGreaterThan(4.8);
    } finally {
      publisher.kill('SIGKILL');
    }
    await eventually(() =>
      stack.api.events.some(({ type }) => type === 'publish_ended') ? true : undefined,
    );
  });
});
