import { LRUCache } from 'lru-cache';

interface Kept<Value> {
  readonly value: Value;
  /** When its making began, in milliseconds of the keeper's clock. */
  readonly madeAtMs: number;
}

export interface Freshness {
  /** While a value is this young it is given again. */
  readonly freshMs: number;
  /** While it is this young it stands in for one that takes longer than `patienceMs` to make. */
  readonly staleMs: number;
  /** Absent: a second, since a good answer takes milliseconds. */
  readonly patienceMs?: number;
  /** While it is this young it stands in for one that cannot be made now; absent: as `staleMs`. */
  readonly outageMs?: number;
}

const PATIENCE_MS = 1_000;

/** What a caller has to wait for before a value is made for it. */
export interface Entry {
  /** Callers of one owner who ask for the same value wait together. */
  readonly owner: string;
  /** Rejects where nothing may be made for this owner. */
  enter(): Promise<void>;
}

export interface FreshKeeperOptions {
  readonly entriesMax: number;
  /** Whether a failure will pass, so that an older value is better than it. */
  readonly mayServeStale: (error: unknown) => boolean;
  readonly nowMs?: () => number;
}

/** What is made, or the other value where that takes longer; the making goes on, and whether it fails is for the next. */
async function orElse<Value>(
  making: Promise<Value>,
  patienceMs: number,
  other: Value,
): Promise<Value> {
  const { promise: late, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => resolve(other), patienceMs);
  try {
    return await Promise.race([making, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes a value once for everybody who asks at the same time, and gives it again while it is fresh. What is the same
 * for everyone then costs by time, not by the size of the crowd.
 */
export class FreshKeeper<Value> {
  /** Read by `peek` alone, so that the value that was made longest ago is evicted first. */
  readonly #kept: LRUCache<string, Kept<Value>>;
  readonly #making = new Map<string, Promise<Value>>();
  readonly #entering = new Map<string, Promise<void>>();
  readonly #options: FreshKeeperOptions;
  readonly #nowMs: () => number;

  constructor(options: FreshKeeperOptions) {
    this.#kept = new LRUCache({ max: options.entriesMax });
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  async get(
    key: string,
    { freshMs, staleMs, patienceMs = PATIENCE_MS, outageMs = staleMs }: Freshness,
    make: () => Promise<Value>,
    entry?: Entry,
  ): Promise<Value> {
    const kept = this.#kept.peek(key);
    const ageMs = kept === undefined ? Number.POSITIVE_INFINITY : this.#nowMs() - kept.madeAtMs;
    if (kept !== undefined && ageMs < freshMs) return kept.value;
    const making =
      this.#making.get(key) ??
      (entry === undefined ? this.#make(key, make) : this.#enter(key, freshMs, make, entry));
    try {
      if (kept === undefined || ageMs >= staleMs) return await making;
      return await orElse(making, patienceMs, kept.value);
    } catch (error) {
      if (kept !== undefined && ageMs < outageMs && this.#options.mayServeStale(error)) {
        return kept.value;
      }
      throw error;
    }
  }

  /** Computes the value once the owner's turn comes. Other callers do not wait for that turn: the first one whose turn comes computes it for all. */
  async #enter(
    key: string,
    freshMs: number,
    make: () => Promise<Value>,
    { owner, enter }: Entry,
  ): Promise<Value> {
    const place = `${owner} ${key}`;
    const entering = this.#entering.get(place) ?? enter();
    this.#entering.set(place, entering);
    try {
      await entering;
    } finally {
      this.#entering.delete(place);
    }
    const kept = this.#kept.peek(key);
    if (kept !== undefined && this.#nowMs() - kept.madeAtMs < freshMs) return kept.value;
    return this.#making.get(key) ?? this.#make(key, make);
  }

  async #make(key: string, make: () => Promise<Value>): Promise<Value> {
    const madeAtMs = this.#nowMs();
    const making = make();
    this.#making.set(key, making);
    try {
      const value = await making;
      this.#kept.set(key, { value, madeAtMs });
      return value;
    } finally {
      this.#making.delete(key);
    }
  }
}
