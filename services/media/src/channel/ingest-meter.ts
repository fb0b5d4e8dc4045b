import { type AudioUnit, CLOCK_HZ, type VideoUnit } from '../stream/access-unit.ts';

export interface IngestRates {
  readonly videoBps: number;
  readonly audioBps: number;
  /** Frames per second of stream time; `null` before enough have arrived. */
  readonly frameRate: number | null;
}

/** Minimum number of frames for a frame-rate measurement. */
const FRAME_RATE_PICTURES_MIN = 15;

/** Measures the bit rates and the frame rate of a publisher. */
export class IngestMeter {
  #videoBytes = 0;
  #audioBytes = 0;
  #sinceMs: number | null = null;
  #firstDts = 0;
  #lastDts = 0;
  #pictures = 0;
  #frameRate: number | null = null;

  /** Latest measurement. */
  get frameRate(): number | null {
    return this.#frameRate ?? this.#measureFrameRate();
  }

  video({ dts, data }: VideoUnit): void {
    this.#videoBytes += data.length;
    if (this.#pictures === 0) this.#firstDts = dts;
    this.#lastDts = dts;
    this.#pictures += 1;
  }

  audio({ data }: AudioUnit): void {
    this.#audioBytes += data.length;
  }

  /** Returns the rates since the last call. */
  readAndReset(nowMs: number): IngestRates {
    const seconds = Math.max(0.001, (nowMs - (this.#sinceMs ?? nowMs - 1000)) / 1000);
    this.#frameRate = this.#measureFrameRate() ?? this.#frameRate;
    const rates: IngestRates = {
      videoBps: Math.round((this.#videoBytes * 8) / seconds),
      audioBps: Math.round((this.#audioBytes * 8) / seconds),
      frameRate: this.#frameRate,
    };
    this.#videoBytes = 0;
    this.#audioBytes = 0;
    this.#pictures = 0;
    this.#sinceMs = nowMs;
    return rates;
  }

  #measureFrameRate(): number | null {
    const ticks = this.#lastDts - this.#firstDts;
    if (this.#pictures < FRAME_RATE_PICTURES_MIN || ticks <= 0) return null;
    return Math.round(((this.#pictures - 1) * CLOCK_HZ * 1000) / ticks) / 1000;
  }
}
