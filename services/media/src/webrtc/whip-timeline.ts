import { CLOCK_HZ } from '../stream/access-unit.ts';
import { unwrap32 } from './rtp-packet.ts';

const TICKS_PER_MS = CLOCK_HZ / 1_000;
/** Minimum correction of the audio. Smaller deviations are ignored. */
const APART_TICKS_MIN = 30 * TICKS_PER_MS;
/** Maximum correction. Larger deviations are implausible and ignored. */
const APART_TICKS_MAX = 5_000 * TICKS_PER_MS;

interface Line {
  readonly ticksPerStep: number;
  last: number | null;
  /** Ticks that correspond to timestamp 0; `null` before the first packet. */
  offset: number | null;
  report: { readonly ticks: number; readonly ntpTicks: number } | null;
}

/**
 * Maps video and audio of one WebRTC publisher to one clock. Their timestamps are unrelated, so both are placed by
 * arrival first, and aligned once sender reports have arrived.
 */
export class WhipTimeline {
  readonly #video: Line = { ticksPerStep: 1, last: null, offset: null, report: null };
  readonly #audio: Line = {
    ticksPerStep: CLOCK_HZ / 48_000,
    last: null,
    offset: null,
    report: null,
  };

  /** Returns the ticks of a frame; `nowMs` is elapsed time. */
  video(timestamp: number, nowMs: number): number {
    return this.#place(this.#video, timestamp, nowMs);
  }

  audio(timestamp: number, nowMs: number): number {
    return this.#place(this.#audio, timestamp, nowMs);
  }

  /** Takes a sender report, which maps a timestamp to the sender's wall clock. */
  report(track: 'video' | 'audio', timestamp: number, ntpMs: number): void {
    const line = track === 'video' ? this.#video : this.#audio;
    if (line.last === null) return;
    const ticks = unwrap32(timestamp, line.last) * line.ticksPerStep;
    line.report = { ticks, ntpTicks: ntpMs * TICKS_PER_MS };
    this.#align();
  }

  #place(line: Line, timestamp: number, nowMs: number): number {
    line.last = line.last === null ? timestamp : unwrap32(timestamp, line.last);
    const ticks = line.last * line.ticksPerStep;
    line.offset ??= nowMs * TICKS_PER_MS - ticks;
    return Math.round(ticks + line.offset);
  }

  #align(): void {
    const { offset, report } = this.#video;
    if (offset === null || report === null || this.#audio.report === null) return;
    const { ticks, ntpTicks } = this.#audio.report;
    const due = report.ticks + offset + (ntpTicks - report.ntpTicks) - ticks;
    const apart = Math.abs(due - (this.#audio.offset ?? due));
    if (apart >= APART_TICKS_MIN && apart <= APART_TICKS_MAX) this.#audio.offset = due;
  }
}
