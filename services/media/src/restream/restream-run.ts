import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import type { ResolvedTarget } from './resolve-target.ts';
import { openTunnel, type Tunnel } from './tunnel.ts';

/** Unread input beyond which the target is too slow: several seconds of any stream. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;
/** More than the handshake and the commands of RTMP: ffmpeg sends media only when the target has taken the stream. */
const ACCEPTED_BYTES = 16 * 1024;
/** Time for ffmpeg to end after its input was closed; after that it is killed. */
const FINISH_MS_MAX = 2_000;
const COMPLAINT_CHARS_MAX = 500;
/** The file descriptor at which ffmpeg reads the stream key. */
const KEY_FD = 3;

/**
 * Returns the arguments of ffmpeg. The stream key is not among them, because every user of the machine can read the
 * arguments of processes: it is an option in the preset file at `KEY_FD`.
 */
const restreamArguments = (target: ResolvedTarget, url: string, port: number): string[] => [
  ...['-hide_banner', '-loglevel', 'error', '-nostats', '-fflags', 'nobuffer'],
  ...['-analyzeduration', '1000000', '-f', 'flv', '-i', 'pipe:0', '-map', '0', '-c', 'copy'],
  ...['-max_interleave_delta', '1000000', '-flvflags', 'no_duration_filesize', '-f', 'flv'],
  ...['-fpre', `/dev/fd/${KEY_FD}`, '-rtmp_tcurl', url.replace(/\/$/, ''), '-rtmp_app', target.app],
  `rtmp://127.0.0.1:${port}/${target.app}`,
];

/** Opens a file with the stream key that has no name any more, so that only the child process can read it. */
function openKeyFile(streamKey: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'sangwian-restream-'));
  try {
    const file = openSync(join(folder, 'key'), 'wx+', 0o600);
    // A position, because the reader may share the offset.
    writeSync(file, `rtmp_playpath=${streamKey}\n`, 0);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface RunEnd {
  /** Whether the target took the stream. */
  readonly wasSending: boolean;
  /** The connection could not be made. */
  readonly isUnreachable: boolean;
  /** What ffmpeg wrote, without the stream key. */
  readonly complaint: string;
}

export interface RunOptions {
  readonly ffmpeg: Ffmpeg;
  readonly target: ResolvedTarget;
  readonly url: string;
  readonly streamKey: string;
  readonly now: () => number;
}

/** One ffmpeg process that sends a stream to one target, without encoding it again. */
export class RestreamRun {
  /** Resolves when the process has ended. */
  readonly ended: Promise<RunEnd>;
  readonly #now: () => number;
  readonly #tunnel: Tunnel;
  readonly #child: ChildProcess;
  #startedMs: number;
  #sendingSinceMs: number | null = null;
  #movedMs: number;
  #seenBytes = 0;
  #isFull = false;
  #killTimer: NodeJS.Timeout | undefined;

  private constructor({ ffmpeg, target, url, streamKey, now }: RunOptions, tunnel: Tunnel) {
    this.#now = now;
    this.#tunnel = tunnel;
    this.#startedMs = now();
    this.#movedMs = now();
    const key = openKeyFile(streamKey);
    this.#child = spawn(ffmpeg.program, restreamArguments(target, url, tunnel.port), {
      stdio: ['pipe', 'ignore', 'pipe', key],
    });
    closeSync(key);
    let complaint = '';
    this.#child.stderr?.on('data', (bytes: Buffer) => {
      if (complaint.length < COMPLAINT_CHARS_MAX) complaint += bytes.toString();
    });
    this.#child.on('error', (error) => {
      complaint += error.message;
    });
    // The `close` event reports the end of the process.
    this.#child.stdin?.on('error', () => {});
    const { promise, resolve } = Promise.withResolvers<RunEnd>();
    this.ended = promise;
    this.#child.once('close', () => {
      this.measure();
      clearTimeout(this.#killTimer);
      tunnel.close();
      resolve({
        wasSending: this.#sendingSinceMs !== null,
        isUnreachable: tunnel.failure !== null,
        complaint:
          `${complaint.replaceAll(streamKey, '***').slice(0, COMPLAINT_CHARS_MAX)} ${tunnel.failure ?? ''}`.trim(),
      });
    });
  }

  static async start(options: RunOptions): Promise<RestreamRun> {
    const tunnel = await openTunnel(options.target);
    try {
      return new RestreamRun(options, tunnel);
    } catch (error) {
      tunnel.close();
      throw error;
    }
  }

  get progress() {
    return {
      startedMs: this.#startedMs,
      sendingSinceMs: this.#sendingSinceMs,
      movedMs: this.#movedMs,
    };
  }

  /** Bytes that the target has taken. */
  get sentBytes(): number {
    return this.#seenBytes;
  }

  /** Whether the target is so slow that input was dropped: the run has to end. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Notes what the target has taken since the last call. */
  measure(): void {
    const bytes = this.#tunnel.sentBytes;
    if (bytes === this.#seenBytes) return;
    this.#seenBytes = bytes;
    this.#movedMs = this.#now();
    if (bytes > ACCEPTED_BYTES) this.#sendingSinceMs ??= this.#movedMs;
  }

  push(bytes: Buffer): void {
    const { stdin } = this.#child;
    if (stdin === null || this.#isFull || !stdin.writable) return;
    if (stdin.writableLength > WAITING_BYTES_MAX) this.#isFull = true;
    else stdin.write(bytes);
  }

  /** Ends the stream. The process sends its buffered frames and then ends. */
  finish(): void {
    this.#child.stdin?.end();
    this.#killTimer ??= setTimeout(() => this.kill(), FINISH_MS_MAX);
  }

  /** Ends the process at once. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
