/** A smaller distance needs no seek. */
const TOLERANCE_S = 1;
/** A new engine that reports no program time within this limit keeps the position that it started at. */
const RESUME_TIMEOUT_MS = 8_000;

interface EnginePosition {
  readonly positionS: number;
  /** The stadium time that this position shows. */
  readonly programTimeMs: number;
}

/**
 * Keeps the stadium time of a rewound viewer's position across a change of engine. Every engine has another timeline
 * and starts at the live edge, which could show a spoiler.
 */
export class ResumePoint {
  #wantedMs: number | null = null;
  #untilMs = 0;

  /** Whether the new engine still has to seek to the viewer's position. */
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
