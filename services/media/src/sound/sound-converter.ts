import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from '@sangwian/node-kit/logger';
import { OPUS_RATE_HZ } from '../codec/opus.ts';
import type { AudioConfig, AudioUnit } from '../stream/access-unit.ts';
import { type Conversion, createConversion } from './conversion.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { UnitClock } from './unit-clock.ts';

/** Maximum unread input of ffmpeg: some seconds of audio. Beyond this, ffmpeg counts as hung and is restarted. */
const WAITING_BYTES_MAX = 256 * 1024;
/** Delay before the first restart; it doubles with each consecutive failure. */
const RESTART_MS = 250;
/** Maximum number of restarts after consecutive failures. */
const FAILURES_MAX = 4;
/** A run that lasts this long resets the count of failures. */
const STABLE_RUN_MS = 60_000;
/** Characters of ffmpeg's error output that are logged. */
const COMPLAINT_CHARS_MAX = 500;

export interface SoundConverterOptions {
  readonly ffmpeg: Ffmpeg;
  readonly source: AudioConfig;
  readonly onUnit: (unit: AudioUnit) => void;
  /** Called after too many failures; the converter produces no more units. */
  readonly onBroken: () => void;
  readonly logger: Logger;
}

/** Converts a publisher's audio to the other codec in an ffmpeg process until `stop`; restarts it on failure. */
export class SoundConverter {
  readonly #options: SoundConverterOptions;
  #child: ChildProcess | null = null;
  #conversion: Conversion | null = null;
  #clock: UnitClock | null = null;
  #restart: NodeJS.Timeout | undefined;
  #failures = 0;
  #startedMs = 0;
  #stopped = false;

  constructor(options: SoundConverterOptions) {
    this.#options = options;
    this.#start();
  }

  push({ pts, data }: AudioUnit): void {
    const stdin = this.#child?.stdin;
    if (stdin == null || this.#conversion === null) return;
    if (stdin.writableLength > WAITING_BYTES_MAX) {
      this.#child?.kill('SIGKILL');
      return;
    }
    const input = this.#conversion.write(data);
    if (input === null) return;
    this.#clock?.took(pts, input.seconds);
    stdin.write(input.bytes);
  }

  /** Ends the process at once. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#restart);
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #start(): void {
    const { ffmpeg, source } = this.#options;
    const conversion = createConversion(source);
    const { outSamples, leadSamples } = conversion;
    this.#startedMs = performance.now();
    this.#conversion = conversion;
    this.#clock = new UnitClock(outSamples / OPUS_RATE_HZ, leadSamples / OPUS_RATE_HZ);
    const child = spawn(ffmpeg.program, conversion.arguments, { stdio: 'pipe' });
    this.#child = child;
    let complaint = '';
    child.stderr.on('data', (bytes: Buffer) => {
      if (complaint.length < COMPLAINT_CHARS_MAX) complaint += bytes.toString();
    });
    child.stdout.on('data', (bytes: Buffer) => this.#take(child, conversion, bytes));
    // The `close` event reports the end of the process.
    child.stdin.on('error', () => {});
    child.on('error', (error) => {
      complaint += error.message;
    });
    child.once('close', () => this.#ended(child, complaint.slice(0, COMPLAINT_CHARS_MAX)));
    if (conversion.preamble.length > 0) child.stdin.write(conversion.preamble);
  }

  #take(child: ChildProcess, conversion: Conversion, bytes: Buffer): void {
    if (this.#child !== child || this.#clock === null) return;
    try {
      for (const data of conversion.read(bytes))
        this.#options.onUnit({ pts: this.#clock.give(), data });
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'converter output invalid');
      child.kill('SIGKILL');
    }
  }

  #ended(child: ChildProcess, complaint: string): void {
    if (this.#stopped || this.#child !== child) return;
    this.#child = null;
    const nowMs = performance.now();
    this.#failures = nowMs - this.#startedMs > STABLE_RUN_MS ? 1 : this.#failures + 1;
    this.#options.logger.warn({ complaint, failures: this.#failures }, 'sound converter ended');
    if (this.#failures > FAILURES_MAX) {
      this.#stopped = true;
      this.#options.onBroken();
      return;
    }
    this.#restart = setTimeout(() => this.#start(), RESTART_MS * 2 ** (this.#failures - 1));
  }
}
