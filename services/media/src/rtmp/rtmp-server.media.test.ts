import { createLogger } from '@sangwian/node-kit/logger';
import { readFlvFile } from '@sangwian/rtmp/flv-file';
import { MESSAGE_TYPE } from '@sangwian/rtmp/message';
import { connectPublisher } from '@sangwian/rtmp/publisher';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PUBLISHER_STALE_MS, type VideoUnit } from '../stream/access-unit.ts';
import { createRtmpServer, type RtmpServer } from './rtmp-server.ts';
import {
  decodePictures,
  encoderArguments,
  type FfmpegRun,
  runFfmpeg,
  type TestPicture,
} from './testing/ffmpeg.ts';
import { type RecordedStream, RecordingChannels } from './testing/recording-channels.ts';

const PORT = 19_352;

let channels: RecordingChannels;
let server: RtmpServer;
let port: number;
const encoders: FfmpegRun[] = [];

beforeEach(async () => {
  channels = new RecordingChannels();
  server = createRtmpServer({
    channels,
    authorise: async ({ token }) => (token === 'good' ? { channelId: 'channel' } : null),
    logger: createLogger('test', 'silent'),
    host: '127.0.0.1',
    port: PORT,
  });
  port = await server.listen();
});

afterEach(async () => {
  for (const { process, ended } of encoders.splice(0)) {
    process.kill('SIGKILL');
    await ended;
  }
  await server.close();
});

function publish(picture: TestPicture, key = 'good'): FfmpegRun {
  const run = runFfmpeg([...encoderArguments(picture), `rtmp://127.0.0.1:${port}/live/${key}`]);
  encoders.push(run);
  return run;
}

async function publishWhole(picture: TestPicture): Promise<RecordedStream> {
  const { code, complaints } = await publish(picture).ended;
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
  const stream = channels.streams.at(-1);
  await expect.poll(() => stream?.ends).toBe(1);
  if (stream === undefined) throw new Error('nothing was published');
  return stream;
}

const untilPictures = (index: number, count: number): Promise<void> =>
  vi.waitFor(() => expect(channels.streams[index]?.pictures.length).toBeGreaterThanOrEqual(count), {
    timeout: 10_000,
    interval: 20,
  });

const START_CODE = Buffer.of(0, 0, 0, 1);

/** Converts parameter sets and frames to a decoder's raw input. */
function toAnnexB({ videoConfigs, pictures }: RecordedStream): Buffer {
  const pieces: Buffer[] = [];
  const record = videoConfigs[0]?.record ?? Buffer.alloc(0);
  const sequenceEnd = 8 + record.readUInt16BE(6);
  pieces.push(START_CODE, record.subarray(8, sequenceEnd));
  const pictureEnd = sequenceEnd + 3 + record.readUInt16BE(sequenceEnd + 1);
  pieces.push(START_CODE, record.subarray(sequenceEnd + 3, pictureEnd));
  for (const { data } of pictures) {
    for (let offset = 0; offset < data.length; ) {
      const end = offset + 4 + data.readUInt32BE(offset);
      pieces.push(START_CODE, data.subarray(offset + 4, end));
      offset = end;
    }
  }
  return Buffer.concat(pieces);
}

/** Returns the presentation times of frames, in milliseconds from the first. */
const shownAt = (pictures: readonly VideoUnit[]): number[] => {
  const times = pictures.map(({ pts }) => pts / 90).sort((a, b) => a - b);
  return times.map((time) => time - (times[0] ?? 0));
};

describe('a stream from ffmpeg arrives complete', () => {
  test.each<[string, TestPicture, number, number]>([
    ['30 pictures a second, 48 kHz', { seconds: 3 }, 30, 90],
    ['29.97 and 44.1 kHz', { seconds: 3, rate: '30000/1001', soundHz: 44_100 }, 29.97, 90],
    ['25 with B-frames', { seconds: 3, rate: '25', bFrames: 2 }, 25, 75],
    ['60 without sound', { seconds: 2, rate: '60', soundHz: 0 }, 60, 120],
  ])('%s', async (_, picture, rate, count) => {
    const stream = await publishWhole(picture);
    const { pictures, frames, audioConfigs, videoConfigs } = stream;
    expect(pictures).toHaveLength(count);
    expect(videoConfigs).toHaveLength(1);
    expect(pictures[0]?.key).toBe(true);
    expect(pictures.filter(({ key }) => key)).toHaveLength(Math.ceil(count / 30));
    const steps = pictures.slice(1).map(({ dts }, index) => dts - (pictures[index]?.dts ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(0);
    for (const [index, time] of shownAt(pictures).entries()) {
      expect(Math.abs(time - (index * 1_000) / rate)).toBeLessThanOrEqual(1);
    }
    expect(await decodePictures(toAnnexB(stream))).toEqual({ pictures: count, complaints: '' });

    const soundHz = picture.soundHz ?? 48_000;
    if (soundHz === 0) {
      expect(audioConfigs).toEqual([]);
      expect(frames).toEqual([]);
      return;
    }
    expect(audioConfigs).toMatchObject([{ format: { sampleRateHz: soundHz, channels: 2 } }]);
    // One additional frame for the encoder's delay, and one for the incomplete last frame.
    const expected = (picture.seconds * soundHz) / 1_024;
    expect(Math.abs(frames.length - expected)).toBeLessThanOrEqual(3);
    const first = frames[0]?.pts ?? 0;
    for (const [index, { pts }] of frames.entries()) {
      const exact = (index * 1_024 * 90_000) / soundHz;
      expect(Math.abs(pts - first - exact)).toBeLessThanOrEqual(90);
    }
  });

  test('B-frames keep their decoding and presentation order', async () => {
    const { pictures } = await publishWhole({ seconds: 2, rate: '25', bFrames: 2 });
    const offsets = new Set(pictures.map(({ dts, pts }) => pts - dts));
    expect(offsets.size).toBeGreaterThan(1);
    const order = pictures.map(({ pts }) => pts);
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
  });
});

describe('a video that changes its resolution', () => {
  test('between two publications causes a new configuration', async () => {
    const small = await publishWhole({ seconds: 1, size: '320x180' });
    const large = await publishWhole({ seconds: 1, size: '640x360' });
    expect(channels.refused).toBe(0);
    expect(small.videoConfigs[0]?.record).not.toEqual(large.videoConfigs[0]?.record);
  });

  test('in the middle of a stream causes a new configuration, but an unchanged header does not', async () => {
    const sizes = ['320x180', '640x360', '640x360'];
    const publisher = await connectPublisher({
      host: '127.0.0.1',
      port,
      app: 'live',
      streamKey: 'good',
    });
    for (const [index, size] of sizes.entries()) {
      const { output } = await runFfmpeg([...encoderArguments({ seconds: 1, size }), 'pipe:1'])
        .ended;
      for (const tag of readFlvFile(output)) {
        const message = { ...tag, timestampMs: tag.timestampMs + index * 1_000 };
        if (tag.typeId === MESSAGE_TYPE.video) publisher.sendVideo(message);
        if (tag.typeId === MESSAGE_TYPE.audio) publisher.sendAudio(message);
      }
    }
    await publisher.drained();
    await publisher.close();
    const [stream] = channels.streams;
    await expect.poll(() => stream?.ends).toBe(1);
    expect(stream?.pictures).toHaveLength(90);
    expect(stream?.videoConfigs).toHaveLength(2);
    expect(stream?.audioConfigs).toHaveLength(1);
  });
});

describe('an encoder', () => {
  test('displays the refusal of a wrong key', async () => {
    const { code, complaints } = await publish({ seconds: 2 }, 'wrong').ended;
    expect(code).not.toBe(0);
    expect(complaints).toContain('The stream key is not valid');
    expect(channels.streams).toEqual([]);
  });

  test('displays the refusal of an unsupported codec', async () => {
    const { code, complaints } = await publish({
      seconds: 2,
      soundHz: 44_100,
      audioCodec: 'libmp3lame',
    }).ended;
    expect(code).not.toBe(0);
    expect(complaints).toContain('MP3 is not supported: choose AAC');
    expect(channels.streams[0]?.ends).toBe(1);
  });

  test.each<[string, Partial<TestPicture>, string]>([
    ['an open GOP', { x264: 'open-gop=1:bframes=2', bFrames: 2, preset: 'veryfast' }, 'open-gop=0'],
    ['an intra refresh', { x264: 'intra-refresh=1' }, 'intra-refresh=0'],
    ['4:2:2 in 10 bits', { pixelFormat: 'yuv422p10le' }, 'pix_fmt yuv420p'],
    ['4:2:0 in 10 bits', { pixelFormat: 'yuv420p10le' }, 'pix_fmt yuv420p'],
    ['4:4:4', { pixelFormat: 'yuv444p' }, 'pix_fmt yuv420p'],
    ['no key frame for twenty seconds', { x264: 'keyint=infinite:scenecut=0' }, '-g'],
  ])('with %s is refused with the setting to change', async (_, picture, setting) => {
    const { code, complaints } = await publish({ seconds: 60, size: '160x90', ...picture }).ended;
    expect(code).not.toBe(0);
    expect(complaints).toContain(setting);
    expect(channels.streams[0]?.ends).toBe(1);
  });

  test('is refused while another encoder publishes, which continues', async () => {
    const first = publish({ seconds: 3, live: true });
    await untilPictures(0, 5);
    const second = await publish({ seconds: 1 }).ended;
    expect(second.code).not.toBe(0);
    expect(second.complaints).toContain('Another encoder publishes with this key');
    expect((await first.ended).code).toBe(0);
    expect(channels.streams).toHaveLength(1);
    expect(channels.streams[0]?.pictures).toHaveLength(90);
  });

  test('that is killed ends its stream, and may reconnect at once', async () => {
    const first = publish({ seconds: 30, live: true });
    await untilPictures(0, 5);
    first.process.kill('SIGKILL');
    await expect.poll(() => channels.streams[0]?.ends).toBe(1);
    const returned = await publishWhole({ seconds: 1 });
    expect(channels.streams).toHaveLength(2);
    expect(returned.pictures).toHaveLength(30);
  });

  test('that freezes can be replaced once it has sent nothing for a while', async () => {
    const frozen = publish({ seconds: 30, live: true });
    await untilPictures(0, 5);
    frozen.process.kill('SIGSTOP');
    const refused = await publish({ seconds: 1 }).ended;
    expect(refused.code).not.toBe(0);
    const [stream] = channels.streams;
    await vi.waitFor(
      () =>
        expect(performance.now() - (stream?.lastUnitMs ?? 0)).toBeGreaterThan(PUBLISHER_STALE_MS),
      { timeout: 10_000 },
    );
    await publishWhole({ seconds: 1 });
    expect(channels.streams.map(({ ends }) => ends)).toEqual([1, 1]);
  });
});
