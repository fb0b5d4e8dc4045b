import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Logger } from '@sangwian/node-kit/logger';
import type { TimedPicture } from '../packager/timed-picture.ts';
import { readCpuSeconds } from '../process-cpu.ts';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import { CLOCK_HZ } from '../stream/access-unit.ts';
import { FIRST_OUTPUT, ladderArguments } from './encoder-arguments.ts';
import { FlvReader, writeFlvHead, writeFlvPicture } from './flv-pipe.ts';
import type { LadderEncoder, RungSetting } from './ladder-setting.ts';

const TICKS_PER_MS = CLOCK_HZ / 1000;
/** Time of the first frame of a run, so that the times of reordered frames stay above zero. */
const FIRST_MS = 5_000;
/** Unread input beyond which ffmpeg counts as hung: several seconds of any stream. */
const WAITING_BYTES_MAX = 16 * 1024 * 1024;
/** Number of frames that ffmpeg may buffer; older times are forgotten. */
const TIMES_MAX = 2_000;
/** Time for ffmpeg to end after its input was closed; after that it is killed. */
const FINISH_MS_MAX = 2_000;
/** Characters of ffmpeg's error output that are logged. */
const COMPLAINT_CHARS_MAX = 500;
const DEFAULT_FRAME_RATE = 30;

/** A frame encoded by ffmpeg. */
export interface MadePicture {
  /** PTS of the corresponding frame of the source. */
  readonly pts: number;
  readonly key: boolean;
  readonly data: Buffer;
}

export interface TranscoderOptions {
  readonly ffmpeg: Ffmpeg;
  readonly encoder: LadderEncoder;
  readonly rungs: readonly RungSetting[];
  readonly source: {
    readonly record: Buffer;
    readonly width: number;
    readonly height: number;
    /** `null`: unknown. */
    readonly frameRate: number | null;
  };
  readonly onConfig: (rung: number, record: Buffer) => void;
  readonly onPicture: (rung: number, picture: MadePicture) => void;
  /** The process has ended without `finish` or `kill`. */
  readonly onFailed: (complaint: string) => void;
  readonly logger: Logger;
}

/** One run of ffmpeg that makes renditions of a source, from a key frame on. */
export class Transcoder {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #options: TranscoderOptions;
  readonly #child: ChildProcess;
  /** PTS of the source's frames by their timestamps in ffmpeg's input. */
  readonly #ptsOf = new Map<number, number>();
  #begun = false;
  #zeroTicks = 0;
  #lastDtsMs = -1;
  #stopped = false;
  #cpuSeconds: number | null = null;
  #killTimer: NodeJS.Timeout | undefined;

  constructor(options: TranscoderOptions) {
    this.#options = options;
    const { ffmpeg, encoder, rungs, source } = options;
    const portrait = source.height > source.width;
    const outputs = rungs.map(() => 'pipe' as const);
    this.#child = spawn(ffmpeg.program, ladderArguments({ rungs, encoder, portrait }), {
      stdio: ['pipe', 'ignore', 'pipe', ...outputs],
    });
    let complaint = '';
    this.#child.stderr?.on('data', (bytes: Buffer) => {
      if (complaint.length < COMPLAINT_CHARS_MAX) complaint += bytes.toString();
    });
    this.#child.on('error', (error) => {
      complaint += error.message;
    });
    // The `close` event reports the end of the process.
    this.#child.stdin?.on('error', () => {});
    for (const rung of rungs.keys()) this.#read(rung);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#child.once('close', () => {
      clearTimeout(this.#killTimer);
      const failed = !this.#stopped;
      this.#stopped = true;
      resolve();
      if (failed) options.onFailed(complaint.slice(0, COMPLAINT_CHARS_MAX));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** CPU time since the start in seconds, as of the latest call before the exit; `null` if unknown. */
  get cpuSeconds(): number | null {
    this.#cpuSeconds = readCpuSeconds(this.#child.pid) ?? this.#cpuSeconds;
    return this.#cpuSeconds;
  }

  /** Whether the first key frame has been written. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Writes a frame of the source; frames before the first key frame are dropped. */
  push(picture: TimedPicture): void {
    const stdin = this.#child.stdin;
    if (stdin === null || this.#stopped || (!this.#begun && !picture.key)) return;
    if (stdin.writableLength > WAITING_BYTES_MAX) {
      this.#child.kill('SIGKILL');
      return;
    }
    const { record, frameRate } = this.#options.source;
    if (!this.#begun) {
      this.#begun = true;
      this.#zeroTicks = picture.dts;
      stdin.write(writeFlvHead(record, frameRate ?? DEFAULT_FRAME_RATE));
    }
    const sinceZero = Math.round((picture.dts - this.#zeroTicks) / TICKS_PER_MS) + FIRST_MS;
    // Encoders refuse two frames with the same timestamp.
    const dtsMs = Math.max(sinceZero, this.#lastDtsMs + 1);
    this.#lastDtsMs = dtsMs;
    const ptsMs = dtsMs + Math.round((picture.pts - picture.dts) / TICKS_PER_MS);
    this.#ptsOf.set(ptsMs, picture.pts);
    for (const oldest of this.#ptsOf.keys()) {
      if (this.#ptsOf.size <= TIMES_MAX) break;
      this.#ptsOf.delete(oldest);
    }
    stdin.write(writeFlvPicture({ dtsMs, ptsMs, key: picture.key, data: picture.data }));
  }

  /** Ends the input. ffmpeg encodes the frames that it has, and exits. */
  finish(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#child.stdin?.end();
    this.#killTimer = setTimeout(() => this.#child.kill('SIGKILL'), FINISH_MS_MAX);
  }

  /** Ends the process at once. */
  kill(): void {
    this.#stopped = true;
    this.#child.kill('SIGKILL');
  }

  #read(rung: number): void {
    const reader = new FlvReader();
    const stream = this.#child.stdio[FIRST_OUTPUT + rung] as Readable | null | undefined;
    stream?.on('error', () => {});
    stream?.on('data', (bytes: Buffer) => {
      try {
        for (const { timestampMs, key, tag } of reader.push(bytes)) {
          if (tag.kind === 'config') this.#options.onConfig(rung, tag.record);
          if (tag.kind !== 'frame') continue;
          const pts = this.#ptsOf.get(timestampMs + tag.compositionTimeMs);
          if (pts !== undefined) this.#options.onPicture(rung, { pts, key, data: tag.data });
        }
      } catch (error) {
        this.#options.logger.warn({ err: error }, 'output of the ladder invalid');
        this.#child.kill('SIGKILL');
      }
    });
  }
}
