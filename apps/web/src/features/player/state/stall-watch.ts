/** The picture counts as standing after this long without moving: longer than a timer's hiccup, shorter than a blink is noticed. */
export const STAND_MS = 600;
const MOVED_S = 0.01;
/** Timers of a hidden page or a sleeping machine: what happened in between is unknown. */
const GAP_MS = 2_000;

export interface PlaybackSample {
  readonly atMs: number;
  readonly positionS: number;
  /** The picture ought to move: not paused, not seeking, not in a hidden page. */
  readonly expected: boolean;
}

/** Finds out from positions whether the picture moves or stands, and counts stands after the first frame. */
export class StallWatch {
  #movedAtMs: number | null = null;
  #sampledAtMs: number | null = null;
  #positionS: number | null = null;
  #moving = false;
  #stalls = 0;

  get stalls(): number {
    return this.#stalls;
  }

  /** `moving` or `standing` as the sample shows it; `null` when this sample tells nothing. */
  sample({ atMs, positionS, expected }: PlaybackSample): 'moving' | 'standing' | null {
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
    if (this.#movedAtMs === null || atMs - this.#movedAtMs < STAND_MS) return null;
    if (this.#moving) {
      this.#moving = false;
      this.#stalls += 1;
    }
    return 'standing';
  }

  /** A seek or a reload: the next stand is not a stall of the stream. */
  expectJump(): void {
    this.#positionS = null;
    this.#moving = false;
  }
}
