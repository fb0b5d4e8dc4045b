import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];

export interface TestPicture {
  readonly seconds: number;
  readonly rate?: string;
  readonly size?: string;
  /** Hz; 0 for no audio. */
  readonly soundHz?: number;
  readonly bFrames?: number;
  /** Sends in real time, like a live encoder, instead of as fast as possible. */
  readonly live?: boolean;
  readonly audioCodec?: string;
  /** Value of `-x264-params`. */
  readonly x264?: string;
  readonly pixelFormat?: string;
  /** Preset of x264. `ultrafast` excludes some options, such as an open GOP. */
  readonly preset?: string;
  /** Audio only. */
  readonly soundOnly?: boolean;
}

/** Returns arguments that generate a test image with a tone, encoded as H.264 and AAC in FLV. */
export function encoderArguments(picture: TestPicture): string[] {
  const { seconds, rate = '30', size = '320x180', soundHz = 48_000, bFrames = 0 } = picture;
  const pace = picture.live === true ? ['-re'] : [];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${soundHz}`];
  const drawn = [...pace, '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`];
  const x264 = picture.x264 === undefined ? [] : ['-x264-params', picture.x264];
  return [
    ...QUIET,
    ...(picture.soundOnly === true ? [] : drawn),
    ...(soundHz > 0 ? [...pace, ...sound] : []),
    ...['-t', String(seconds), '-c:v', 'libx264', '-preset', picture.preset ?? 'ultrafast'],
    ...['-threads', '1', '-pix_fmt', picture.pixelFormat ?? 'yuv420p'],
    ...['-g', '30', '-bf', String(bFrames), ...x264],
    ...(soundHz > 0 ? ['-c:a', picture.audioCodec ?? 'aac', '-ac', '2'] : []),
    ...['-f', 'flv'],
  ];
}

export interface FfmpegRun {
  readonly process: ChildProcess;
  /** Exit code (`null` if killed), error output and standard output. */
  readonly ended: Promise<{ code: number | null; complaints: string; output: Buffer }>;
}

/** Starts ffmpeg, with `input` on its standard input. */
export function runFfmpeg(parameters: readonly string[], input?: Buffer): FfmpegRun {
  const child = spawn('ffmpeg', parameters, { stdio: ['pipe', 'pipe', 'pipe'] });
  const complaints: Buffer[] = [];
  const output: Buffer[] = [];
  child.stderr.on('data', (bytes: Buffer) => complaints.push(bytes));
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    complaints: Buffer.concat(complaints).toString(),
    output: Buffer.concat(output),
  }));
  return { process: child, ended };
}

/** Decodes an Annex B stream; returns the number of frames and the decoder's error output. */
export async function decodePictures(
  stream: Buffer,
): Promise<{ pictures: number; complaints: string }> {
  const decoding = ['-err_detect', 'explode', '-f', 'h264', '-i', 'pipe:0', '-f', 'framecrc', '-'];
  const { output, complaints } = await runFfmpeg([...QUIET, ...decoding], stream).ended;
  const lines = output.toString().split('\n');
  return { pictures: lines.filter((line) => /^\d/.test(line)).length, complaints };
}
