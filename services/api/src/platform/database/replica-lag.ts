/** What a probe of both databases found. Positions are bytes of the log. */
export interface Probe {
  /** A monotonic time. */
  readonly nowMs: number;
  /** How far the primary has written. */
  readonly written: bigint;
  /** How far the replica has replayed. */
  readonly replayed: bigint;
  /** Time since the last transaction that the replica has replayed; `null`: it replays none. */
  readonly replayAgeMs: number | null;
}

interface Mark {
  readonly atMs: number;
  readonly written: bigint;
}

/**
 * Measures how far a replica is behind, by what the primary had written when. The replica's own view would say zero while
 * it is cut off from the primary.
 */
export class ReplicaLag {
  readonly #keepMs: number;
  #marks: Mark[] = [];

  /** @param lagMsMax lags beyond it need not be exact */
  constructor(lagMsMax: number) {
    this.#keepMs = 2 * lagMsMax;
  }

  /** Returns the lag in milliseconds. */
  measure({ nowMs, written, replayed, replayAgeMs }: Probe): number {
    this.#marks = this.#marks.filter(({ atMs }) => nowMs - atMs <= this.#keepMs);
    if (this.#marks.at(-1)?.written !== written) this.#marks.push({ atMs: nowMs, written });
    if (replayed >= written) return 0;
    const missing = this.#marks.find((mark) => mark.written > replayed);
    const knownMs = missing === undefined ? 0 : nowMs - missing.atMs;
    // The first probes have no earlier marks to compare with. The replica's own replay age covers that case.
    return Math.max(knownMs, replayAgeMs ?? 0);
  }
}
