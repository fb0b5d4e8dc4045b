/** Maximum number of tracked owners. Beyond it the owner that has been inactive for longest is evicted. */
const OWNERS_MAX = 10_000;

export interface PaceOptions {
  /** How many units of an owner's work begin at once after a pause. */
  readonly burstMax: number;
  /** The interval between the starts of further work. */
  readonly gapMs: number;
}

/** Reserves the next start for an owner. @returns milliseconds to wait */
export type Pace = (owner: string, nowMs: number) => number;

/**
 * Creates a pace for the work of each owner, by the generic cell rate algorithm. The algorithm needs one timestamp per
 * owner.
 */
export function createPace({ burstMax, gapMs }: PaceOptions): Pace {
  const nextSlotMs = new Map<string, number>();
  return (owner, nowMs) => {
    const begins = Math.max(nowMs, nextSlotMs.get(owner) ?? 0);
    // The entry is deleted and inserted again, so that the map stays ordered by activity.
    nextSlotMs.delete(owner);
    nextSlotMs.set(owner, begins + gapMs);
    if (nextSlotMs.size > OWNERS_MAX) {
      const [eldest] = nextSlotMs.keys();
      if (eldest !== undefined) nextSlotMs.delete(eldest);
    }
    return Math.max(0, begins - (burstMax - 1) * gapMs - nowMs);
  };
}
