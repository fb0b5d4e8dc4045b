import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from '@sangwian/node-kit/logger';
import { OPUS_RATE_HZ } from '../codec/opus.ts';
import type { AudioConfig, AudioUnit } from '../stream/access-unit.ts';
import { type Conversion, createConversion } from './conversion.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { UnitClock } from './unit-clock.ts';

/** Bytes that may wait for the program: seconds of sound. Beyond, it hangs, and is started anew. */
const WAITING_BYTES_MAX = 256 * 1024;
/** A program that ends is started again after this long, twice as long each time … */
const AGAIN_MS = 250;
/** … and no more than so often in a row; a minute without an end begins a new row. */
const FAILURES_MAX = 4;
const ROW_MS = 60_000;
/** Letters of its complaints that are logged. */
const COMPLAINT_CHARS_MAX = 500;

export interface SoundConverterOptions {
  readonly ffmpeg: Ffmpeg;
  readonly source: AudioConfig;
  readonly onUnit: (unit: AudioUnit) => void;
  /** It has failed too often; nothing comes any more. */
  readonly onBroken: () => void;
  readonly logger: Logger;
}

/** One ffmpeg process that turns a publisher's sound into the other codec, for as long as it is wanted. */
export class SoundConverter {
  readonly #options: SoundConverterOptions;
  #child: ChildProcess | null = null;
  #conversion: Conversion | null = null;
  #clock: UnitClock | null = null;
  #again: NodeJS.Timeout | undefined;
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
    const written = this.#conversion.write(data);
    if (written === null) return;
    this.#clock?.took(pts, written.seconds);
    stdin.write(written.bytes);
  }

  /** Ends the process at once. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#again);
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
    // Its end is told by `close`.
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
      this.#options.logger.warn({ err: error }, 'converted sound makes no sense');
      child.kill('SIGKILL');
    }
  }

  #ended(child: ChildProcess, complaint: string): void {
    if (this.#stopped || this.#child !== child) return;
    this.#child = null;
    const nowMs = performance.now();
    this.#failures = nowMs - this.#startedMs > ROW_MS ? 1 : this.#failures + 1;
    this.#options.logger.warn(
      { complaint, failures: this.#failures },
      'a converter of sound ended',
    );
    if (this.#failures > FAILURES_MAX) {
      this.#stopped = true;
      this.#options.onBroken();
      return;
    }
    this.#again = setTimeout(() => this.#start(), AGAIN_MS * 2 ** (this.#failures - 1));
  }
}
