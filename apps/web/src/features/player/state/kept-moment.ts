/** Nearer than this is there. */
const THERE_S = 1;
const PATIENCE_MS = 8_000;

interface Place {
  readonly positionS: number;
  /** The moment in the hall that stands at this position. */
  readonly programTimeMs: number;
}

/**
 * The moment of the hall at which a rewound viewer is, across a change of the engine: each has a time line of its own,
 * and begins at live, which would show what the viewer has not come to yet.
 */
export class KeptMoment {
  #wantedMs: number | null = null;
  #untilMs = 0;

  /** The new engine is not where the viewer was. One that never tells where it is stays where it is. */
  get pending(): boolean {
    return this.#wantedMs !== null && performance.now() < this.#untilMs;
  }

  /** @param momentMs `null`: live is where the viewer wants to be */
  keep(momentMs: number | null): void {
    this.#wantedMs = momentMs;
    this.#untilMs = performance.now() + PATIENCE_MS;
  }

  /** Where to seek to from where the new engine stands; `null`: nowhere. */
  positionFrom({ positionS, programTimeMs }: Place): number | null {
    const wantedMs = this.#wantedMs;
    this.#wantedMs = null;
    if (wantedMs === null) return null;
    const byS = (wantedMs - programTimeMs) / 1_000;
    return Math.abs(byS) < THERE_S ? null : positionS + byS;
  }
}
