import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { createLogger } from '@sangwian/node-kit/logger';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type FfmpegRun, runFfmpeg } from '../rtmp/testing/ffmpeg.ts';
import { type RecordedStream, RecordingChannels } from '../rtmp/testing/recording-channels.ts';
import { SYSTEM_CLOCK } from '../stream/clock.ts';
import { SrtServer } from './srt-server.ts';

const PASSPHRASE = 'corner-of-the-ring';
const SECONDS = 3;
const PICTURES = SECONDS * 30;

interface Stage {
  readonly channels: RecordingChannels;
  readonly refusals: string[];
  readonly port: number;
}

const afterwards: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const clean of afterwards.splice(0).reverse()) await clean();
});

async function openStage(passphrase = ''): Promise<Stage> {
  const channels = new RecordingChannels();
  const refusals: string[] = [];
  const server = new SrtServer({
    channels,
    authorise: async ({ token }) => (token === 'good' ? { channelId: 'channel' } : null),
    onRefused: (_, reason) => refusals.push(reason),
    logger: createLogger('test', 'silent'),
    host: '127.0.0.1',
    port: 0,
    settings: { latencyMs: 300, passphrase },
    clock: SYSTEM_CLOCK,
  });
  const port = await server.listen();
  afterwards.push(() => server.close());
  return { channels, refusals, port };
}

/** Starts a relay that loses and swaps some of the packets in both directions, the same ones in each run. */
async function startBadNetwork(port: number): Promise<number> {
  const front = createSocket('udp4');
  const back = createSocket('udp4');
  let caller: RemoteInfo | null = null;
  let packets = 0;
  const pass = (send: () => void): void => {
    packets += 1;
    if (packets > 20 && packets % 9 === 0) return;
    if (packets % 13 === 0) setTimeout(send, 15);
    else send();
  };
  front.on('message', (bytes, remote) => {
    caller = remote;
    pass(() => back.send(bytes, port, '127.0.0.1'));
  });
  back.on('message', (bytes) => {
    const to = caller;
    if (to !== null) pass(() => front.send(bytes, to.port, to.address));
  });
  front.bind(0, '127.0.0.1');
  back.bind(0, '127.0.0.1');
  await Promise.all([once(front, 'listening'), once(back, 'listening')]);
  afterwards.push(() => void [front.close(), back.close()]);
  return front.address().port;
}

/** Publishes a drawn stream with ffmpeg's SRT. */
function publish(
  port: number,
  { key = 'good', options = '', codecs = ['-c:v', 'libx264', '-c:a', 'aac'] } = {},
): FfmpegRun {
  const run = runFfmpeg([
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-re'],
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30'],
    ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
    ...['-t', String(SECONDS), ...codecs, '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-bf', '2', '-g', '30', '-ac', '2', '-f', 'mpegts'],
    `srt://127.0.0.1:${port}?mode=caller&transtype=live&streamid=${encodeURIComponent(key)}${options}`,
  ]);
  afterwards.push(async () => {
    run.process.kill('SIGKILL');
    await run.ended;
  });
  return run;
}

async function untilEnded({ channels }: Stage): Promise<RecordedStream> {
  await vi.waitFor(() => expect(channels.streams[0]?.ends).toBe(1), { timeout: 20_000 });
  const [stream] = channels.streams;
  if (stream === undefined) throw new Error('nothing was published');
  return stream;
}

/** Returns how many units precede the first one that is not `ticks` after the one before it. */
function countUntilGap(times: readonly number[], ticks: number): number {
  const gap = times.findIndex(
    (time, index) => index > 0 && Math.abs(time - (times[index - 1] ?? 0) - ticks) > 90,
  );
  return gap === -1 ? times.length : gap;
}

/**
 * Expects every picture and frame of audio in order. At its end the encoder leaves without sending everything again, so
 * the last half second may have gaps.
 */
function expectWhole(stream: RecordedStream): void {
  const pictures = stream.pictures.map(({ dts }) => dts);
  expect(countUntilGap(pictures, 3_000)).toBeGreaterThanOrEqual(PICTURES - 15);
  expect(stream.pictures.filter(({ key }) => key)).toHaveLength(SECONDS);
  expect(stream.videoConfigs).toHaveLength(1);
  expect(stream.audioConfigs.map(({ format }) => format)).toMatchObject([
    { sampleRateHz: 48_000, channels: 2 },
  ]);
  const sound = stream.frames.map(({ pts }) => pts);
  expect(countUntilGap(sound, 1_920)).toBeGreaterThanOrEqual((SECONDS - 0.6) * 46);
}

describe('a stream by SRT', () => {
  test('arrives whole, with reordered pictures and audio, and ends with its encoder', async () => {
    const stage = await openStage();
    const { code, complaints } = await publish(stage.port).ended;
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
    const stream = await untilEnded(stage);
    expectWhole(stream);
    expect(stream.publisher).toMatchObject({ protocol: 'srt', remoteAddress: '127.0.0.1' });
    expect(stream.pictures.some(({ pts, dts }) => pts > dts)).toBe(true);
  });

  test('arrives whole through a network that loses a ninth of all packets', async () => {
    const stage = await openStage();
    const relay = await startBadNetwork(stage.port);
    await publish(relay, { options: '&latency=600000' }).ended;
    expectWhole(await untilEnded(stage));
  });

  test('is decrypted with the passphrase', async () => {
    const stage = await openStage(PASSPHRASE);
    await publish(stage.port, { options: `&passphrase=${PASSPHRASE}&pbkeylen=32` }).ended;
    expectWhole(await untilEnded(stage));
  });
});

describe('a caller is refused', () => {
  test.each([
    ['with a wrong key', '', { key: 'bad' }],
    ['with a request to play', '', { key: '#!::r=good,m=request' }],
    ['without the passphrase', PASSPHRASE, {}],
    ['with a wrong passphrase', PASSPHRASE, { options: '&passphrase=another-passphrase' }],
    ['with a passphrase where none is set', '', { options: `&passphrase=${PASSPHRASE}` }],
  ])('%s', async (_, passphrase, ask) => {
    const stage = await openStage(passphrase);
    expect((await publish(stage.port, ask).ended).code).not.toBe(0);
    expect(stage.channels.streams).toEqual([]);
  });

  test('while another encoder publishes, which continues', async () => {
    const stage = await openStage();
    const first = publish(stage.port);
    await vi.waitFor(() => expect(stage.channels.streams[0]?.pictures.length).toBeGreaterThan(5), {
      timeout: 10_000,
    });
    expect((await publish(stage.port).ended).code).not.toBe(0);
    expect((await first.ended).code).toBe(0);
    expectWhole(await untilEnded(stage));
  });

  test.each([
    ['HEVC', ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-c:a', 'aac'], 'choose H.264'],
    ['MP2', ['-c:v', 'libx264', '-c:a', 'mp2'], 'choose AAC'],
  ])('with %s, and the operator reads what to choose', async (_, codecs, advice) => {
    const stage = await openStage();
    await publish(stage.port, { codecs }).ended;
    expect(stage.refusals).toEqual([expect.stringContaining(advice)]);
    expect(stage.channels.streams[0]?.ends).toBe(1);
  });
});
