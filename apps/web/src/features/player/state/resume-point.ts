/** A smaller distance needs no seek. */
const TOLERANCE_S = 1;
/** An engine that reports no time by then keeps its own position. */
const RESUME_TIMEOUT_MS = 8_000;

interface EnginePosition {
  readonly positionS: number;
  /** The moment at the stadium that this position shows. */
  readonly programTimeMs: number;
}

/**
 * Keeps the moment of a rewound viewer across a change of engine. Every engine has its own timeline and starts at the
 * live edge, which could show a spoiler.
 */
export class ResumePoint {
  #wantedMs: number | null = null;
  #untilMs = 0;

  /** The new engine has not been moved to the viewer's moment yet. */
  get pending(): boolean {
    return this.#wantedMs !== null && performance.now() < this.#untilMs;
  }

  /** @param momentMs `null` for a viewer at the live edge */
  keep(momentMs: number | null): void {
    this.#wantedMs = momentMs;
    this.#untilMs = performance.now() + RESUME_TIMEOUT_MS;
  }

  /** Returns the position to seek to in the new engine; `null` if no seek is needed. */
  positionFrom({ positionS, programTimeMs }: EnginePosition): number | null {
    const wantedMs = this.#wantedMs;
    this.#wantedMs = null;
    if (wantedMs === null) return null;
    const byS = (wantedMs - programTimeMs) / 1_000;
    return Math.abs(byS) < TOLERANCE_S ? null : positionS + byS;
  }
}
