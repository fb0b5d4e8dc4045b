/**
 * Renders the drawn bout that the sandbox streams: `services/sandbox/assets/demo-bout.flv`, a seamless loop of 64 s
 * (1280×720 at 30 frames/s, closed GOPs of 1 s, H.264 without B-frames, AAC-LC at 48 kHz), and the times of its
 * moments, `demo-bout-moments.json`.
 *
 * Run it after changes of the drawings or the sound: `node tools/render-demo-bout/render-demo-bout.ts`. It needs
 * Chromium (`--chromium`, default /usr/bin/chromium) and ffmpeg with x264 (`--ffmpeg`, default the one on the path),
 * and takes about 4 minutes. `--frames 7.9,14.4` writes the frames at those seconds to the folder `--out` instead.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cutLoop } from './aac-frames.ts';
import { choreograph, FRAMES, FRAMES_PER_S } from './choreography.ts';
import { listMoments } from './moments.ts';
import { LOOP_S } from './script.ts';
import { SAMPLE_RATE_HZ } from './sound/buffer.ts';
import { composeSoundtrack, writeWave } from './sound/soundtrack.ts';
import { stageFrames } from './stage.ts';

const ASSETS = join(import.meta.dirname, '../../services/sandbox/assets');
const OUTPUT = join(ASSETS, 'demo-bout.flv');
const MOMENTS = join(ASSETS, 'demo-bout-moments.json');
const VIDEO_KBPS = 540;
const AUDIO_KBPS = 96;
const BYTES_MAX = 6_000_000;

const { values } = parseArgs({
  options: {
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    ffmpeg: { type: 'string', default: 'ffmpeg' },
    frames: { type: 'string' },
    out: { type: 'string', default: '.' },
  },
});

const ffmpeg = (args: readonly string[]): void => {
  execFileSync(values.ffmpeg, ['-v', 'error', '-y', ...args], { stdio: 'inherit' });
};

/** Draws all frames to one Motion-JPEG file, which is encoded in two passes. */
async function drawFrames(folder: string): Promise<string> {
  const file = join(folder, 'frames.mjpeg');
  const encoder = spawn(
    values.ffmpeg,
    [
      '-v',
      'error',
      '-y',
      '-f',
      'mjpeg',
      '-framerate',
      String(FRAMES_PER_S),
      '-i',
      '-',
      '-c',
      'copy',
      file,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  for await (const { frame, jpeg } of stageFrames(choreograph(), {
    executablePath: values.chromium,
  })) {
    if (!encoder.stdin.write(jpeg)) await once(encoder.stdin, 'drain');
    if (frame % (FRAMES_PER_S * 4) === 0) console.log(`drawn ${frame} of ${FRAMES} frames`);
  }
  encoder.stdin.end();
  await once(encoder, 'close');
  return file;
}

function encodePicture(frames: string, folder: string): string {
  const file = join(folder, 'picture.h264');
  const common = [
    ...['-framerate', String(FRAMES_PER_S), '-i', frames],
    ...['-c:v', 'libx264', '-preset', 'veryslow', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-b:v', `${VIDEO_KBPS}k`, '-maxrate', '1400k', '-bufsize', '1400k', '-bf', '0'],
    ...['-g', String(FRAMES_PER_S), '-keyint_min', String(FRAMES_PER_S), '-sc_threshold', '0'],
    ...['-x264-params', 'open-gop=0:aq-mode=3:deblock=1,1', '-tune', 'animation', '-bf', '0'],
    ...['-color_range', 'tv', '-passlogfile', join(folder, 'pass'), '-an'],
  ];
  ffmpeg([...common, '-pass', '1', '-f', 'null', '-']);
  ffmpeg([...common, '-pass', '2', '-f', 'h264', file]);
  return file;
}

function encodeSound(folder: string): string {
  const wave = join(folder, 'sound.wav');
  const threeLoops = join(folder, 'three-loops.aac');
  const oneLoop = join(folder, 'sound.aac');
  writeFileSync(wave, writeWave(composeSoundtrack(), 3));
  ffmpeg(['-i', wave, '-c:a', 'aac', '-b:a', `${AUDIO_KBPS}k`, '-f', 'adts', threeLoops]);
  writeFileSync(oneLoop, cutLoop(readFileSync(threeLoops), LOOP_S * SAMPLE_RATE_HZ));
  return oneLoop;
}

async function render(): Promise<void> {
  writeFileSync(MOMENTS, `${JSON.stringify(listMoments(), null, 2)}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'demo-bout-'));
  try {
    const sound = encodeSound(folder);
    const picture = encodePicture(await drawFrames(folder), folder);
    ffmpeg([
      ...['-framerate', String(FRAMES_PER_S), '-i', picture, '-i', sound, '-c', 'copy'],
      // The timestamps of the raw stream are rounded one by one and drift, so they are recomputed.
      ...['-bsf:v', `setts=ts=round(N/${FRAMES_PER_S}/TB)`],
      ...['-map', '0:v', '-map', '1:a', '-flvflags', 'no_duration_filesize', '-f', 'flv', OUTPUT],
    ]);
    const { size } = statSync(OUTPUT);
    console.log(`${OUTPUT}: ${(size / 1e6).toFixed(2)} MB`);
    if (size > BYTES_MAX) throw new Error(`more than ${BYTES_MAX / 1e6} MB: lower VIDEO_KBPS`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function showFrames(seconds: string, out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  const only = seconds.split(',').map((second) => Math.round(Number(second) * FRAMES_PER_S));
  for await (const { frame, jpeg } of stageFrames(choreograph(), {
    executablePath: values.chromium,
    only,
  })) {
    writeFileSync(join(out, `${String(frame).padStart(4, '0')}.jpg`), jpeg);
  }
}

await (values.frames === undefined ? render() : showFrames(values.frames, values.out));
