import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FFMPEG_MS_MAX = 60_000;

export interface FlvOptions {
  readonly seconds: number;
  readonly frameRate: string;
  readonly size?: string;
  /** Frames between key frames. */
  readonly keyEvery: number;
  readonly bFrames?: number;
  /** Hz; `null`: no audio. */
  readonly audioRate: number | null;
  readonly channels?: number;
  readonly x264?: string;
  /** Instead of a test image with a tone: a simultaneous flash and beep of 0.1 s each second. */
  readonly flashes?: boolean;
}

const FLASHES = {
  video: ",drawbox=color=white:t=fill:enable='lt(mod(t,1),0.1)'",
  audio: "aevalsrc=exprs='if(lt(mod(t,1),0.1),0.5*sin(880*PI*t),0)':sample_rate=",
};

/** Creates an FLV file with a test image and a tone, unless it exists. Returns its path. */
export async function makeFlv(folder: string, name: string, options: FlvOptions): Promise<string> {
  const file = join(folder, `${name}.flv`);
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  const {
    seconds,
    frameRate,
    keyEvery,
    audioRate,
    size = '320x180',
    bFrames = 0,
    channels = 2,
  } = options;
  const flashes = options.flashes === true;
  const tone = flashes ? FLASHES.audio : 'sine=frequency=440:sample_rate=';
  const audio = audioRate === null ? [] : ['-f', 'lavfi', '-i', `${tone}${audioRate}`];
  const audioCodec =
    audioRate === null ? [] : ['-c:a', 'aac', '-ac', String(channels), '-b:a', '96k'];
  const unfinished = `${file}.part`;
  await run(
    'ffmpeg',
    [
      ...[
        '-v',
        'error',
        '-y',
        '-f',
        'lavfi',
        '-i',
        flashes
          ? `color=c=black:size=${size}:rate=${frameRate}${FLASHES.video}`
          : `testsrc2=size=${size}:rate=${frameRate}`,
        ...audio,
      ],
      ...['-t', String(seconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
      ...['-g', String(keyEvery), '-keyint_min', String(keyEvery), '-sc_threshold', '0'],
      ...['-bf', String(bFrames), '-threads', '1', '-b:v', '400k'],
      ...(options.x264 === undefined ? [] : ['-x264-params', options.x264]),
      ...audioCodec,
      ...['-f', 'flv', unfinished],
    ],
    { timeout: FFMPEG_MS_MAX },
  );
  await rename(unfinished, file);
  return file;
}
