import { LRUCache } from 'lru-cache';
import { entriesAtMost } from '../cache/entries-at-most.ts';

interface Kept<Value> {
  readonly value: Value;
  /** Start of its computation, in milliseconds of the keeper's clock. */
  readonly madeAtMs: number;
}

export interface Freshness {
  /** Maximum age of a value that is served without a new computation. */
  readonly freshMs: number;
  /** Maximum age of a value that is served if the computation takes longer than `patienceMs`. */
  readonly staleMs: number;
  /** Default: one second. A normal computation takes milliseconds. */
  readonly patienceMs?: number;
  /** Maximum age of a value that is served if the computation fails. Default: `staleMs`. */
  readonly outageMs?: number;
}

const PATIENCE_MS = 1_000;

/** The queue that a caller must pass before a value is computed. */
export interface Entry {
  /** Callers of one owner that request the same value share a turn. */
  readonly owner: string;
  /** Resolves at the turn; rejects if nothing may be computed for this owner. */
  enter(): Promise<void>;
}

export interface FreshKeeperOptions {
  readonly entriesMax: number;
  /** Whether a failure is temporary, so that a stale value is better than an error. */
  readonly mayServeStale: (error: unknown) => boolean;
  readonly nowMs?: () => number;
}

/** Returns the computed value, or `other` after `patienceMs`. The computation continues in the background. */
async function fallBackAfter<Value>(
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
 * Computes a value once for all concurrent callers and serves it while it is fresh. The load of public data then does
 * not depend on the number of callers.
 */
export class FreshKeeper<Value> {
  /** The cached values, read only with `peek`, so that the oldest value is evicted first. */
  readonly #kept: LRUCache<string, Kept<Value>>;
  readonly #making = new Map<string, Promise<Value>>();
  readonly #entering = new Map<string, Promise<void>>();
  readonly #options: FreshKeeperOptions;
  readonly #nowMs: () => number;

  constructor(options: FreshKeeperOptions) {
    this.#kept = new LRUCache(entriesAtMost(options.entriesMax));
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
      return await fallBackAfter(making, patienceMs, kept.value);
    } catch (error) {
      if (kept !== undefined && ageMs < outageMs && this.#options.mayServeStale(error)) {
        return kept.value;
      }
      throw error;
    }
  }

  /** Waits for the owner's turn, then computes the value, unless another owner's turn came first. */
  async #enter(
    key: string,
    freshMs: number,
    make: () => Promise<Value>,
    { owner, enter }: Entry,
  ): Promise<Value> {
    const turnKey = `${owner} ${key}`;
    const entering = this.#entering.get(turnKey) ?? enter();
    this.#entering.set(turnKey, entering);
    try {
      await entering;
    } finally {
      this.#entering.delete(turnKey);
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
