import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SHEET_FRAMES, STORYBOARD } from '@sangwian/contract/rules/storyboard';

/** Lowers the priority of ffmpeg, because pages, sockets and clips come first. */
const NICENESS = 10;
const RUN_MS_MAX = 60_000;
const STDERR_CHARS_MAX = 1_000;
const { width, height, columns, rows, intervalS } = STORYBOARD;
/** A frame in `yuv420p`. */
const FRAME_BYTES = (width * height * 3) / 2;
const GREY = 128;
const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostats', '-filter_threads', '1'];

export interface FrameSource {
  /** Number of segments in the input, each of which gives one frame. */
  readonly frames: number;
  /** An initialisation segment and then segments of the same period. */
  readonly input: AsyncIterable<Buffer>;
}

export interface SheetTools {
  readonly ffmpeg: string;
  readonly signal: AbortSignal;
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // The process may already have ended.
  }
}

/** Runs ffmpeg with its input and output in pipes. @throws {Error} if ffmpeg cannot be started or fails */
async function runFfmpeg(
  { ffmpeg, signal }: SheetTools,
  parameters: readonly string[],
  input: AsyncIterable<Buffer>,
): Promise<Buffer> {
  const child = spawn(ffmpeg, [...QUIET, ...parameters], {
    signal: AbortSignal.any([signal, AbortSignal.timeout(RUN_MS_MAX)]),
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  lowerPriority(child.pid);
  const output: Buffer[] = [];
  let stderrText = '';
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => {
    if (stderrText.length < STDERR_CHARS_MAX) stderrText += bytes.toString();
  });
  const closed = once(child, 'close').then(([code]) => code as number | null);
  closed.catch(() => {});
  let inputError: unknown = null;
  // If ffmpeg ends early, its exit code explains more than the closed pipe.
  const feed = pipeline(Readable.from(input), child.stdin).catch((error: unknown) => {
    inputError = error;
    child.kill('SIGKILL');
  });
  const [code] = await Promise.all([closed, feed]);
  if (code !== 0) {
    throw new Error(`ffmpeg ended with ${code}: ${stderrText.trim()}`, { cause: inputError });
  }
  return Buffer.concat(output);
}

/** Decodes the first key frame of each segment. A frame that cannot be decoded is replaced by the one before it. */
async function readFrames(tools: SheetTools, { frames, input }: FrameSource): Promise<Buffer> {
  const apart = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${intervalS / 2})'`;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease:flags=area`;
  const pad = `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p`;
  const found = await runFfmpeg(
    tools,
    [
      ...['-threads', '1', '-skip_frame', 'nokey', '-f', 'mp4', '-i', 'pipe:0', '-an'],
      ...['-vf', `${apart},${fit},${pad}`, '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
    ],
    input,
  );
  const sheet = Buffer.alloc(frames * FRAME_BYTES, GREY);
  const count = Math.min(frames, Math.floor(found.length / FRAME_BYTES));
  found.copy(sheet, 0, 0, count * FRAME_BYTES);
  const last = sheet.subarray((count - 1) * FRAME_BYTES, count * FRAME_BYTES);
  for (let index = count; count > 0 && index < frames; index += 1) {
    last.copy(sheet, index * FRAME_BYTES);
  }
  return sheet;
}

/**
 * Draws a sheet of a storyboard as JPEG, with at most `SHEET_FRAMES` frames.
 *
 * @throws {Error} if ffmpeg cannot be started or fails
 */
export async function drawSheet(
  tools: SheetTools,
  sources: readonly FrameSource[],
): Promise<Buffer> {
  const frames: Buffer[] = [];
  for (const source of sources) frames.push(await readFrames(tools, source));
  return runFfmpeg(
    tools,
    [
      ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-video_size', `${width}x${height}`],
      ...[
        '-framerate',
        '1',
        '-i',
        'pipe:0',
        '-vf',
        `tile=${columns}x${rows}:nb_frames=${SHEET_FRAMES}`,
      ],
      ...['-frames:v', '1', '-pix_fmt', 'yuvj420p', '-q:v', '5', '-f', 'mjpeg', 'pipe:1'],
    ],
    Readable.from(frames),
  );
}
