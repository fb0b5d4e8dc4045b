import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encoderArguments, type TestPicture } from '../rtmp/testing/ffmpeg.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { parseMediaPlaylist } from '../testing/conformance.ts';
import { sendConfigs, sendSeconds } from '../testing/drawn-stream.ts';
import { expectError } from '../testing/expect-error.ts';
import {
  CHANNEL,
  eventually,
  type MediaStack,
  STREAM_KEY,
  startMediaStack,
} from '../testing/media-stack.ts';
import { SLOT_MS } from './channel-thumbnails.ts';
import { STORYBOARD_BYTES_MAX } from './storyboard.ts';

const ffmpeg = await findFfmpeg('ffmpeg');
const canMake = ffmpeg?.encoders.has('libwebp') === true;
if (!canMake) console.warn('ffmpeg with libwebp not found: thumbnails are not tested');

const UPRIGHT = '0198a000-0000-7000-8000-000000000002';
const GREY_SIDE = 64;

/** Returns the process ids of our running thumbnail programs. */
function programs(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        return Number(parent) === process.pid && state !== 'Z' && line.includes('libwebp');
      } catch {
        return false;
      }
    });
}

/** Decodes the first frame of a file to a small greyscale square. */
const grey = (file: Buffer): Buffer =>
  execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-i', 'pipe:0', '-frames:v', '1', '-vf'],
      `scale=${GREY_SIDE}:${GREY_SIDE}:flags=area,format=gray`,
      ...['-f', 'rawvideo', 'pipe:1'],
    ],
    { input: file, stdio: ['pipe', 'pipe', 'pipe'] },
  );

/** Returns the mean difference of two greyscale images: 0 to 255. */
function difference(a: Buffer, b: Buffer): number {
  expect([a.length, b.length]).toEqual([GREY_SIDE ** 2, GREY_SIDE ** 2]);
  let sum = 0;
  for (const [index, value] of a.entries()) sum += Math.abs(value - (b[index] ?? 0));
  return sum / a.length;
}

/** Returns the decoded width and height of an image. */
function sizeOf(file: Buffer): string {
  const fields = ['-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0'];
  const input = { input: file, stdio: ['pipe', 'pipe', 'pipe'] } as const;
  return execFileSync('ffprobe', ['-v', 'error', ...fields, 'pipe:0'], { ...input, stdio: 'pipe' })
    .toString()
    .trim();
}

describe.skipIf(!canMake)('the thumbnails of a stream', () => {
  let stack: MediaStack;
  const publishers: ChildProcess[] = [];
  const publish = (key: string, picture: Partial<TestPicture>): void => {
    const address = `rtmp://127.0.0.1:${stack.media.ports.rtmp}/live/${key}`;
    const form = { seconds: 120, live: true, size: '640x360', ...picture };
    publishers.push(spawn('ffmpeg', [...encoderArguments(form), address], { stdio: 'ignore' }));
  };
  const get = (name: string, channelId = CHANNEL, token?: string) =>
    fetch(`${stack.granted(token, channelId)}${name}`);
  const load = async (name: string, channelId = CHANNEL): Promise<Buffer> => {
    const response = await get(name, channelId);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const times = async (channelId = CHANNEL): Promise<number[]> => {
    const response = await get('storyboard.json', channelId);
    return response.ok ? ((await response.json()) as { times_ms: number[] }).times_ms : [];
  };
  const untilTimes = (count: number, channelId = CHANNEL) =>
    eventually(async () => {
      const found = await times(channelId);
      return found.length >= count ? found : undefined;
    }, 40_000);

  beforeAll(async () => {
    stack = await startMediaStack({ ffmpeg: 'ffmpeg', thumbnails: true });
    stack.api.keys.set('upright-key', UPRIGHT);
    // With reordered frames, a decoder would hold a key frame back until others arrive.
    publish(STREAM_KEY, {
      bFrames: 2,
      preset: 'veryfast',
      x264: 'keyint=30:min-keyint=30:scenecut=0',
    });
    publish('upright-key', { size: '180x320' });
  });
  afterAll(async () => {
    for (const one of publishers) one.kill('SIGKILL');
    await stack.stop();
    await eventually(() => (programs().length === 0 ? true : undefined));
  });

  it('show the first frame of a segment every five seconds, and have its date', async () => {
    const found = await untilTimes(3);
    // A thumbnail is available before its segment is complete.
    const list = await eventually(async () => {
      const read = parseMediaPlaylist(await (await get('stream.m3u8')).text());
      const newest = read.segments.find((one) => one.programDateTimeMs === found.at(-1));
      return newest !== undefined && newest.uri !== null ? read : undefined;
    });
    const map = await load(list.segments.at(-1)!.map!);
    const firsts = await Promise.all(
      list.segments
        .filter(({ uri }) => uri !== null)
        .map(async ({ uri, programDateTimeMs }) => ({
          timeMs: programDateTimeMs,
          picture: grey(Buffer.concat([map, await load(uri!)])),
        })),
    );
    expect(firsts.length).toBeGreaterThan(5);
    for (const timeMs of found) {
      const thumbnail = await load(`t${timeMs}.webp`);
      expect(sizeOf(thumbnail)).toBe('webp,320,180');
      const shown = grey(thumbnail);
      const ranked = firsts
        .map((first) => ({ ...first, apart: difference(shown, first.picture) }))
        .sort((one, other) => one.apart - other.apart);
      expect(ranked[0]).toMatchObject({ timeMs });
      expect(ranked[0]!.apart * 1.5).toBeLessThan(ranked[1]!.apart);
    }
    const slots = found.map((timeMs) => Math.floor(timeMs / SLOT_MS));
    expect(slots).toEqual(slots.map((_, index) => slots[0]! + index));
  }, 60_000);

  it('have one size, also for a portrait video beside another stream', async () => {
    const [timeMs] = await untilTimes(1, UPRIGHT);
    const thumbnail = await load(`t${timeMs}.webp`, UPRIGHT);
    expect(sizeOf(thumbnail)).toBe('webp,320,180');
    const columns = grey(thumbnail).subarray(GREY_SIDE * 32, GREY_SIDE * 33);
    expect(Math.max(...columns.subarray(0, 20))).toBeLessThan(24);
    expect(Math.max(...columns.subarray(24, 40))).toBeGreaterThan(60);
  }, 60_000);

  it('are sent only with a grant, and with cache headers', async () => {
    const [timeMs] = await untilTimes(1);
    const name = `t${timeMs}.webp`;
    const picture = await get(name);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect(picture.headers.get('cache-control')).toBe('public, max-age=1800, immutable');
    expect((await get('storyboard.json')).headers.get('cache-control')).toBe('public, max-age=2');
    for (const file of [name, 'storyboard.json']) {
      await expectError(await fetch(`${stack.base}${file}`), 401, 'token_missing');
      await expectError(
        await get(file, CHANNEL, stack.grant({ livesS: -1 })),
        403,
        'grant_invalid',
      );
      const other = stack.grant({ path: UPRIGHT });
      await expectError(await get(file, CHANNEL, other), 403, 'grant_invalid');
    }
    await expectError(await get(`t${timeMs! + 1}.webp`), 404, 'not_found');
    const token = stack.grant({ watchSessionId: 'ejected' });
    expect((await get(name, CHANNEL, token)).status).toBe(200);
    const expires = new Date(Date.now() + 60_000).toISOString();
    const revocations = [{ watch_session_id: 'ejected', expires_at: expires }];
    const body = JSON.stringify({ revocations, cursor: 1 });
    expect((await stack.control('revocations', { method: 'POST', body })).status).toBe(200);
    await expectError(await get(name, CHANNEL, token), 403, 'grant_invalid');
  }, 60_000);

  it('are available to the API: the newest one in two sizes', async () => {
    await untilTimes(1);
    const still = async (size: string) => {
      const response = await stack.control(`channels/${CHANNEL}/${size}`);
      expect(response.headers.get('content-type')).toBe('image/webp');
      return Buffer.from(await response.arrayBuffer());
    };
    expect(sizeOf(await still('poster'))).toBe('webp,960,540');
    expect(sizeOf(await still('thumbnail'))).toBe('webp,320,180');
    const newest = (await times()).at(-1);
    expect(await still('thumbnail')).toEqual(await load(`t${newest}.webp`));
    await expectError(await stack.control(`channels/none/poster`), 404, 'stream_not_found');
    const posted = await stack.control(`channels/${CHANNEL}/poster`, { method: 'POST' });
    await expectError(posted, 405, 'method_not_allowed');
  }, 60_000);

  it('return after ffmpeg was killed, and take little CPU time', async () => {
    const before = (await untilTimes(1)).at(-1)!;
    const [pid, ...others] = await eventually(() => {
      const found = programs();
      return found.length > 0 ? found : undefined;
    }, 20_000);
    expect(others).toEqual([]);
    process.kill(pid!, 'SIGKILL');
    await eventually(
      async () => ((await times()).some((timeMs) => timeMs > before + SLOT_MS) ? true : undefined),
      40_000,
    );
    expect(programs()).not.toContain(pid);
    const metrics = await (await fetch(`${stack.origin}/metrics`)).text();
    const read = (name: string) =>
      Number(new RegExp(`^sangwian_media_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics)?.[1]);
    expect(read('thumbnail_failures_total')).toBe(1);
    expect(read('thumbnail_cpu_seconds_total') / read('thumbnails_total')).toBeLessThan(0.3);
    expect(read('channel_thumbnail_bytes')).toBeGreaterThan(1_000);
    expect(read('channel_thumbnail_bytes')).toBeLessThan(STORYBOARD_BYTES_MAX);
  }, 90_000);
});

it('are missing without ffmpeg, while the stream is served normally', async () => {
  const stack = await startMediaStack({ ffmpeg: '/nowhere/ffmpeg', thumbnails: true });
  try {
    const { sink } = stack.publish();
    sendConfigs(sink, true);
    sendSeconds(sink, 0, 8);
    expect((await fetch(`${stack.granted()}stream.m3u8`)).status).toBe(200);
    const response = await fetch(`${stack.granted()}storyboard.json`);
    expect(await response.json()).toEqual({ width: 320, height: 180, times_ms: [] });
    await expectError(await stack.control(`channels/${CHANNEL}/poster`), 404, 'stream_not_found');
  } finally {
    await stack.stop();
  }
});
