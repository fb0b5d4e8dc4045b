import { silentFrame } from '../cmaf/silent-frame.ts';
import { type AudioFormat, frameSamplesOf } from '../codec/audio-format.ts';
import { CLOCK_HZ } from '../stream/access-unit.ts';

/** A frame that deviates more than this from its expected position follows a gap, or is late or a duplicate. */
const GAP_FRAMES = 3;
/** Smaller deviations are rounding jitter, unless they exceed this limit … */
const DRIFT_FRAMES = 1.5;
/** … for this many frames in a row. Then the publisher's clock has drifted, and one frame is dropped or inserted. */
const DRIFT_RUN_FRAMES = 64;
/** A longer gap is a jump of the publisher's clock. It is not filled with silence; the frames after it are dropped. */
const GAP_TICKS_MAX = 10 * CLOCK_HZ;
/** Maximum number of frames waiting for their video. */
const FRAMES_MAX = 1_500;

export interface AudioRun {
  readonly startTicks: number;
  /** Samples of each frame. */
  readonly frameSamples: number;
  readonly frames: readonly Buffer[];
}

/**
 * The audio of one period: consecutive frames without gaps, positioned by counting samples at the audio's own rate.
 * Missing audio becomes silence; late and duplicate frames are dropped. Times are ticks of 90 kHz.
 */
export class AudioTimeline {
  readonly #rateHz: number;
  readonly #frameSamples: number;
  readonly #firstVideoDts: number;
  readonly #silence: Buffer;
  /** Frames that are not in a part yet. The first one starts at `#start`. */
  #frames: Buffer[] = [];
  #start = 0;
  #end = 0;
  #started = false;
  #driftRun = 0;
  /**
   * End of the silence that was inserted while the audio was missing. Frames that still arrive for this time are
   * dropped.
   */
  #resuming = false;
  #dropped = 0;
  #filled = 0;

  constructor(format: AudioFormat, firstVideoDts: number) {
    this.#rateHz = format.sampleRateHz;
    this.#firstVideoDts = firstVideoDts;
    this.#frameSamples = frameSamplesOf(format);
    this.#silence = silentFrame(format);
  }

  /** End of the received audio; minus infinity before the first frame. */
  get endDts(): number {
    return this.#started
      ? Math.floor((this.#end * CLOCK_HZ) / this.#rateHz)
      : Number.NEGATIVE_INFINITY;
  }

  /** End of the audio that is in parts. */
  get takenDts(): number {
    return Math.floor((this.#start * CLOCK_HZ) / this.#rateHz);
  }

  /** Number of late, duplicate or excess audio frames. Audio before the first video frame does not count. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Number of silent frames inserted. */
  get filled(): number {
    return this.#filled;
  }

  /** Adds a frame at its PTS on the period's timeline. */
  push(pts: number, data: Buffer): void {
    const ticks = this.#toAudioTicks(pts);
    if (this.#place(ticks)) this.#append(data);
    else if (this.#started) this.#dropped += 1;
  }

  /** Inserts silence up to `pts` when the publisher's audio is missing. */
  fillTo(pts: number): void {
    const until = this.#toAudioTicks(pts);
    if (!this.#started && !this.#begin(until)) return;
    this.#fill(Math.max(0, Math.ceil((until - this.#end) / this.#frameSamples)));
    this.#resuming = true;
  }

  /** Takes the frames that start before `pts`. */
  takeStartingBefore(pts: number): AudioRun {
    return this.#take(Math.ceil((this.#toAudioTicks(pts) - this.#start) / this.#frameSamples));
  }

  /** Takes the frames that end by `pts` and drops the rest, at the end of a period. */
  takeEndingBy(pts: number): AudioRun {
    const run = this.#take(
      Math.floor((this.#toAudioTicks(pts) - this.#start) / this.#frameSamples),
    );
    this.#frames = [];
    this.#end = this.#start;
    return run;
  }

  /** Fills the gap before a frame at `ticks`. Returns whether the frame is to be appended to the run. */
  #place(ticks: number): boolean {
    if (!this.#started && !this.#begin(ticks)) return false;
    const frame = this.#frameSamples;
    const drift = ticks - this.#end;
    const gapMax = (GAP_TICKS_MAX * this.#rateHz) / CLOCK_HZ;
    if (drift > gapMax || this.#frames.length >= FRAMES_MAX) return false;
    if (drift < -GAP_FRAMES * frame || (this.#resuming && drift < -frame / 2)) return false;
    this.#resuming = false;
    if (drift > GAP_FRAMES * frame) this.#fill(Math.round(drift / frame));
    else if (this.#drifts(drift)) {
      if (drift < 0) return false;
      this.#fill(1);
    }
    return true;
  }

  /** Whether the publisher's clock has drifted for long enough to correct by one frame. */
  #drifts(drift: number): boolean {
    const off = Math.abs(drift) > DRIFT_FRAMES * this.#frameSamples;
    this.#driftRun = off ? this.#driftRun + 1 : 0;
    if (this.#driftRun < DRIFT_RUN_FRAMES) return false;
    this.#driftRun = 0;
    return true;
  }

  /**
   * Positions the first audio frame, and fills the time since the first video DTS with silence. Returns `false` if the
   * frame is too early.
   */
  #begin(ticks: number): boolean {
    const first = Math.ceil((this.#firstVideoDts * this.#rateHz) / CLOCK_HZ);
    if (ticks < first) return false;
    const missing = Math.floor((ticks - first) / this.#frameSamples);
    if (missing * this.#frameSamples > (GAP_TICKS_MAX * this.#rateHz) / CLOCK_HZ) return false;
    this.#started = true;
    this.#start = ticks - missing * this.#frameSamples;
    this.#end = this.#start;
    this.#fill(missing);
    return true;
  }

  #take(count: number): AudioRun {
    const frames = this.#frames.splice(0, Math.max(0, count));
    const startTicks = this.#start;
    this.#start += frames.length * this.#frameSamples;
    return { startTicks, frameSamples: this.#frameSamples, frames };
  }

  #fill(count: number): void {
    for (let index = 0; index < count; index += 1) this.#append(this.#silence);
    this.#filled += count;
  }

  #append(data: Buffer): void {
    this.#frames.push(data);
    this.#end += this.#frameSamples;
  }

  #toAudioTicks(ticks: number): number {
    return Math.round((ticks * this.#rateHz) / CLOCK_HZ);
  }
}
