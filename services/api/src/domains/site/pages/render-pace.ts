/** Maximum tracked owners; the least recently active one is evicted. */
const OWNERS_MAX = 10_000;

export interface PaceOptions {
  /** Work of one owner that begins at once after a pause. */
  readonly burstMax: number;
  /** Interval between the starts of further work. */
  readonly gapMs: number;
}

/** Reserves the next turn of an owner. @returns milliseconds to wait */
export type Pace = (owner: string, nowMs: number) => number;

/** Paces each owner's work by the generic cell rate algorithm, with one timestamp per owner. */
export function createPace({ burstMax, gapMs }: PaceOptions): Pace {
  const nextSlotMs = new Map<string, number>();
  return (owner, nowMs) => {
    const begins = Math.max(nowMs, nextSlotMs.get(owner) ?? 0);
    // Re-inserted, so that the map is ordered by activity.
    nextSlotMs.delete(owner);
    nextSlotMs.set(owner, begins + gapMs);
    if (nextSlotMs.size > OWNERS_MAX) {
      const [eldest] = nextSlotMs.keys();
      if (eldest !== undefined) nextSlotMs.delete(eldest);
    }
    return Math.max(0, begins - (burstMax - 1) * gapMs - nowMs);
  };
}
