import { CLOCK_HZ } from '../stream/access-unit.ts';

/** Maximum correction per segment for a publisher's clock that runs slow; more than the drift of any quartz clock. */
const FOLLOW_MS_PER_SEGMENT = 0.5;
/** Segment dates kept for renditions that reach the same segment later. */
const DATES_MAX = 64;

const toMs = (ticks: number): number => (ticks * 1000) / CLOCK_HZ;

/**
 * Maps stream time to the wall clock. Frames arrive late, never early, so the frame with the least delay is the most
 * accurate. A burst at the beginning therefore does not shift the whole stream into the future.
 */
export class WallAnchor {
  /** Wall clock of the timeline's zero. */
  #zeroMs = Number.POSITIVE_INFINITY;
  #leastMs = Number.POSITIVE_INFINITY;
  readonly #floor: { readonly pts: number; readonly ms: number } | null;
  readonly #dates = new Map<number, number>();

  /** @param floor end of the previous period: times from its `pts` on are never mapped before its `ms` */
  constructor(floor: { readonly pts: number; readonly ms: number } | null) {
    this.#floor = floor;
  }

  observe(pts: number, arrivalMs: number): void {
    this.#leastMs = Math.min(this.#leastMs, arrivalMs - toMs(pts));
  }

  /** Applies the arrivals observed since the last call. Called at the beginning of each segment. */
  settle(): void {
    if (this.#leastMs === Number.POSITIVE_INFINITY) return;
    if (this.#leastMs < this.#zeroMs) this.#zeroMs = this.#leastMs;
    else this.#zeroMs += Math.min(this.#leastMs - this.#zeroMs, FOLLOW_MS_PER_SEGMENT);
    this.#leastMs = Number.POSITIVE_INFINITY;
  }

  /** Milliseconds since 1970. */
  at(pts: number): number {
    const ms = this.#zeroMs + toMs(pts);
    const floor = this.#floor;
    return floor === null ? ms : Math.max(ms, floor.ms + toMs(pts - floor.pts));
  }

  /** Returns the date of a segment that begins at `pts`; identical for all renditions. */
  startOf(pts: number): number {
    const known = this.#dates.get(pts);
    if (known !== undefined) return known;
    this.settle();
    const ms = this.at(pts);
    this.#dates.set(pts, ms);
    for (const oldest of this.#dates.keys()) {
      if (this.#dates.size <= DATES_MAX) break;
      this.#dates.delete(oldest);
    }
    return ms;
  }

  /** Returns the stream time expected to arrive at `ms`; `null` before the first observation. */
  ticksAt(ms: number): number | null {
    const zeroMs = Math.min(this.#zeroMs, this.#leastMs);
    return zeroMs === Number.POSITIVE_INFINITY ? null : ((ms - zeroMs) * CLOCK_HZ) / 1000;
  }
}
