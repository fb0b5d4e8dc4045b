import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import type { Logger } from '@sangwian/node-kit/logger';
import { readCpuSeconds } from '../process-cpu.ts';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import {
  FIRST_OUTPUT,
  STILL_BYTES_MAX,
  STILLS,
  type Still,
  type Stills,
  stillArguments,
} from './still-formats.ts';
import { WebpReader } from './webp-reader.ts';

/** ffmpeg is killed if it has written no image after this time. Its start takes a second on a busy machine. */
const ANSWER_MS_MAX = 5_000;
/** ffmpeg is stopped after this long without a key frame, to release its memory. */
const IDLE_MS_MAX = 60_000;
/** Delay before a restart; it doubles with each consecutive failure. */
const RESTART_MS = 1_000;
const RESTART_MS_MAX = 60_000;
/** Low priority of the process, because packaging and the ladder are more important. */
const NICENESS = 10;
/** Characters of ffmpeg's error output that are logged. */
const COMPLAINT_CHARS_MAX = 500;

interface Job {
  readonly input: Buffer;
  readonly done: (stills: Stills | null) => void;
}

export interface StillMakerState {
  readonly made: number;
  readonly failures: number;
  /** CPU time of the ffmpeg processes so far. */
  readonly cpuSeconds: number;
}

/** Lowers the priority of a process, where the system allows it. */
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    // The process may have ended.
  }
}

/**
 * Converts key frames of all channels to WebP images in one supervised ffmpeg process. It converts one key frame at a
 * time, so that each output can be assigned to its input. A newer key frame of a channel replaces one that still waits.
 */
export class StillMaker {
  readonly #ffmpeg: Ffmpeg;
  readonly #logger: Logger;
  readonly #waiting = new Map<string, Job>();
  #child: ChildProcess | null = null;
  #job: Job | null = null;
  #answer: Partial<Record<Still, Buffer>> = {};
  #complaint = '';
  #deadline: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #restart: NodeJS.Timeout | undefined;
  #consecutiveFailures = 0;
  #made = 0;
  #failures = 0;
  #cpuSecondsBefore = 0;
  #cpuSeconds = 0;
  #stopped = false;

  constructor(ffmpeg: Ffmpeg, logger: Logger) {
    this.#ffmpeg = ffmpeg;
    this.#logger = logger;
  }

  get state(): StillMakerState {
    this.#measure();
    return {
      made: this.#made,
      failures: this.#failures,
      cpuSeconds: this.#cpuSecondsBefore + this.#cpuSeconds,
    };
  }

  /**
   * Resolves to the images of a key frame; `null` if it could not be decoded or was replaced by a newer one.
   * @param input as `writeKeyFrame` returns it
   */
  make(channelId: string, input: Buffer): Promise<Stills | null> {
    if (this.#stopped) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Stills | null>();
    this.#waiting.get(channelId)?.done(null);
    this.#waiting.set(channelId, { input, done: resolve });
    this.#next();
    return promise;
  }

  /** Kills the process permanently. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#restart);
    for (const { done } of this.#waiting.values()) done(null);
    this.#waiting.clear();
    this.#end();
  }

  #next(): void {
    if (this.#job !== null || this.#restart !== undefined) return;
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#idle ??= setTimeout(() => this.#end(), IDLE_MS_MAX).unref();
      return;
    }
    const [channelId, job] = first;
    clearTimeout(this.#idle);
    this.#idle = undefined;
    this.#waiting.delete(channelId);
    this.#job = job;
    this.#answer = {};
    this.#child ??= this.#start();
    this.#child.stdin?.write(job.input);
    this.#deadline = setTimeout(() => this.#child?.kill('SIGKILL'), ANSWER_MS_MAX);
  }

  #start(): ChildProcess {
    const outputs = STILLS.map(() => 'pipe' as const);
    const child = spawn(this.#ffmpeg.program, stillArguments(), {
      stdio: ['pipe', 'ignore', 'pipe', ...outputs],
    });
    yieldToOthers(child.pid);
    this.#complaint = '';
    child.stderr?.on('data', (bytes: Buffer) => {
      if (this.#complaint.length < COMPLAINT_CHARS_MAX) this.#complaint += bytes.toString();
    });
    child.on('error', (error) => {
      this.#complaint += error.message;
    });
    // The `close` event reports the end of the process.
    child.stdin?.on('error', () => {});
    for (const [index, still] of STILLS.entries()) this.#read(child, index, still);
    child.once('close', () => {
      if (this.#child === child) this.#failed();
    });
    return child;
  }

  #read(child: ChildProcess, index: number, still: Still): void {
    const reader = new WebpReader();
    const stream = child.stdio[FIRST_OUTPUT + index] as Readable | null | undefined;
    stream?.on('error', () => {});
    stream?.on('data', (bytes: Buffer) => {
      try {
        for (const file of reader.push(bytes, STILL_BYTES_MAX[still])) this.#take(still, file);
      } catch (error) {
        this.#complaint += String(error);
        child.kill('SIGKILL');
      }
    });
  }

  #take(still: Still, file: Buffer): void {
    this.#answer[still] = file;
    const { thumbnail, poster } = this.#answer;
    const job = this.#job;
    if (thumbnail === undefined || poster === undefined || job === null) return;
    clearTimeout(this.#deadline);
    this.#job = null;
    this.#made += 1;
    this.#consecutiveFailures = 0;
    job.done({ thumbnail, poster });
    this.#next();
  }

  #failed(): void {
    const complaint = this.#complaint.slice(0, COMPLAINT_CHARS_MAX);
    this.#failures += 1;
    this.#consecutiveFailures += 1;
    const doubled = RESTART_MS * 2 ** (this.#consecutiveFailures - 1);
    const delayMs = Math.min(RESTART_MS_MAX, doubled);
    this.#logger.warn(
      { complaint, failures: this.#consecutiveFailures, delayMs },
      'thumbnail program ended, it is restarted',
    );
    this.#end();
    if (this.#stopped) return;
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.#next();
    }, delayMs).unref();
  }

  /** Kills the process and gives up the key frame in progress. */
  #end(): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#idle);
    this.#idle = undefined;
    this.#measure();
    this.#cpuSecondsBefore += this.#cpuSeconds;
    this.#cpuSeconds = 0;
    const child = this.#child;
    this.#child = null;
    child?.kill('SIGKILL');
    const job = this.#job;
    this.#job = null;
    job?.done(null);
  }

  #measure(): void {
    if (this.#child !== null) {
      this.#cpuSeconds = Math.max(this.#cpuSeconds, readCpuSeconds(this.#child.pid) ?? 0);
    }
  }
}
