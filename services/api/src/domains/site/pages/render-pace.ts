/** Owners that are remembered; one that asked for nothing lately is forgotten first. */
const OWNERS_MAX = 10_000;

export interface PaceOptions {
  /** Work of one owner that begins at once, after a rest. */
  readonly burstMax: number;
  /** Between the beginnings of one owner's further work. */
  readonly gapMs: number;
}

/** Milliseconds that an owner's next work has to wait, which thereby has its turn. */
export type Pace = (owner: string, nowMs: number) => number;

/** Spreads each owner's work over time (the generic cell rate algorithm, which keeps one time per owner). */
export function createPace({ burstMax, gapMs }: PaceOptions): Pace {
  const lineEndsAtMs = new Map<string, number>();
  return (owner, nowMs) => {
    const begins = Math.max(nowMs, lineEndsAtMs.get(owner) ?? 0);
    // The owner that asked last stands last in the map.
    lineEndsAtMs.delete(owner);
    lineEndsAtMs.set(owner, begins + gapMs);
    if (lineEndsAtMs.size > OWNERS_MAX) {
      const [eldest] = lineEndsAtMs.keys();
      if (eldest !== undefined) lineEndsAtMs.delete(eldest);
    }
    return Math.max(0, begins - (burstMax - 1) * gapMs - nowMs);
  };
}
