/** The time without motion that counts as a stall: longer than a timer's jitter, too short for a viewer to notice. */
export const STALL_MS = 600;
const MOVED_S = 0.01;
/** A longer gap between samples comes from a hidden page or a sleeping device. */
const GAP_MS = 2_000;

export interface PlaybackSample {
  readonly atMs: number;
  readonly positionS: number;
  /** Whether playback should advance: not paused, not seeking and not in a hidden page. */
  readonly expected: boolean;
}

/** Detects from positions whether playback moves or is stalled, and counts the stalls after the first frame. */
export class StallWatch {
  #movedAtMs: number | null = null;
  #sampledAtMs: number | null = null;
  #positionS: number | null = null;
  #moving = false;
  #stalls = 0;

  get stalls(): number {
    return this.#stalls;
  }

  /** Returns the state that the sample shows; `null` if it is inconclusive. */
  sample({ atMs, positionS, expected }: PlaybackSample): 'moving' | 'stalled' | null {
    const before = this.#positionS;
    const gap = this.#sampledAtMs !== null && atMs - this.#sampledAtMs > GAP_MS;
    this.#positionS = positionS;
    this.#sampledAtMs = atMs;
    if (!expected || before === null || (gap && positionS <= before)) {
      this.#movedAtMs = atMs;
      return null;
    }
    if (positionS > before + MOVED_S) {
      this.#movedAtMs = atMs;
      this.#moving = true;
      return 'moving';
    }
    if (this.#movedAtMs === null || atMs - this.#movedAtMs < STALL_MS) return null;
    if (this.#moving) {
      this.#moving = false;
      this.#stalls += 1;
    }
    return 'stalled';
  }

  /** Call this before a seek or a reload, so that its buffering does not count as a stall. */
  expectJump(): void {
    this.#positionS = null;
    this.#moving = false;
  }
}
