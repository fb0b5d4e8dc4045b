/** The result of a probe of both databases. Positions are byte offsets in the WAL. */
export interface Probe {
  /** Monotonic time of the probe. */
  readonly nowMs: number;
  /** The position up to which the primary has written. */
  readonly written: bigint;
  /** The position up to which the replica has replayed. */
  readonly replayed: bigint;
  /** Time since the commit of the last replayed transaction; `null` if the database is not a replica. */
  readonly replayAgeMs: number | null;
}

interface Mark {
  readonly atMs: number;
  readonly written: bigint;
}

/**
 * Measures the lag of a replica from the history of the primary's positions. The replica's own view is not used,
 * because it reports no lag while the replica is disconnected from the primary.
 */
export class ReplicaLag {
  readonly #keepMs: number;
  #marks: Mark[] = [];

  /** @param lagMsMax larger lags need not be exact */
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
    // The first probes have no history. The replay age of the replica covers this case.
    return Math.max(knownMs, replayAgeMs ?? 0);
  }
}
