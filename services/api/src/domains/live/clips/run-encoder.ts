import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PROBE_MS_MAX = 5_000;
const ENCODERS = ['libx264', 'aac', 'mjpeg'];
/** Lowers the priority of ffmpeg, because pages and sockets come first. */
const NICENESS = 5;
/**
 * Timeout of one encoding. A clip takes some seconds on a desktop, and two minutes on a small server during a
 * live.
 */
const ENCODING_MS_MAX = 10 * 60_000;
const STDERR_CHARS_MAX = 1_000;

/** Returns whether the program is ffmpeg with the required encoders. */
export function canEncode(program: string): boolean {
  if (program === '') return false;
  const { status, stdout } = spawnSync(program, ['-hide_banner', '-encoders'], {
    timeout: PROBE_MS_MAX,
    encoding: 'utf8',
  });
  if (status !== 0) return false;
  const available = new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? ''));
  return ENCODERS.every((encoder) => available.has(encoder));
}

/** Thrown if the encoder ends without a result. */
export class EncoderError extends Error {
  override name = 'EncoderError';
}

export interface EncoderRun {
  readonly program: string;
  readonly parameters: readonly string[];
  /** A fragmented MP4. */
  readonly input: AsyncIterable<Buffer>;
  readonly signal: AbortSignal;
  /** Called with the encoded duration in milliseconds. */
  readonly onProgress: (ms: number) => void;
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // The process may already have ended.
  }
}

/**
 * Runs ffmpeg. The input is a pipe, so that ffmpeg ends soon if the parent process is killed.
 *
 * @throws {EncoderError} if ffmpeg ended without a result; also throws the error of the input and the abort reason
 *   of the signal
 */
export async function runEncoder(run: EncoderRun): Promise<void> {
  const limit = AbortSignal.any([run.signal, AbortSignal.timeout(ENCODING_MS_MAX)]);
  limit.throwIfAborted();
  const child = spawn(run.program, run.parameters, { stdio: ['pipe', 'pipe', 'pipe'] });
  const closed = once(child, 'close').then(([code]) => code as number | null);
  closed.catch(() => {});
  lowerPriority(child.pid);
  const kill = (): void => void child.kill('SIGKILL');
  limit.addEventListener('abort', kill, { once: true });
  let stderrText = '';
  child.stderr.on('data', (bytes: Buffer) => {
    if (stderrText.length < STDERR_CHARS_MAX) stderrText += bytes.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, us] = /^out_time_us=(\d+)$/.exec(line) ?? [];
    if (us !== undefined) run.onProgress(Number(us) / 1_000);
  });
  let inputError: unknown = null;
  const feed = pipeline(Readable.from(run.input), child.stdin).catch((error: unknown) => {
    // ffmpeg closes its input once it has read enough.
    if (isClosedPipe(error)) return;
    inputError = error;
    kill();
  });
  try {
    const [code] = await Promise.all([closed, feed]);
    run.signal.throwIfAborted();
    if (inputError !== null) throw inputError;
    if (code !== 0) throw new EncoderError(`ffmpeg ended with ${code}: ${stderrText.trim()}`);
  } catch (error) {
    if (inputError === null && !run.signal.aborted && !(error instanceof EncoderError)) {
      throw new EncoderError('ffmpeg did not start', { cause: error });
    }
    throw error;
  } finally {
    limit.removeEventListener('abort', kill);
    kill();
  }
}

const CLOSED_PIPE = new Set([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
]);
const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CLOSED_PIPE.has(String(error.code));
