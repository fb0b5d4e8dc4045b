import { LIMITS } from '@sangwian/contract/limits';
import type { Reaction, ReactionCounts } from '@sangwian/contract/sockets/event-namespace';

/** Adds the counts of reactions. */
export function addCounts(one: ReactionCounts, other: ReactionCounts): ReactionCounts {
  const sum: Partial<Record<Reaction, number>> = { ...one };
  for (const [reaction, count] of Object.entries(other)) {
    sum[reaction as Reaction] = (sum[reaction as Reaction] ?? 0) + count;
  }
  return sum;
}

/**
 * Coalesces reactions: emits the first one after a pause at once, and then sums, at most one per `LIMITS.reactionMs`.
 * Only counts are kept, so that memory and frames do not grow with the number of reactions.
 */
export class ReactionTally {
  readonly #emit: (counts: ReactionCounts) => void;
  #pending: ReactionCounts | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(emit: (counts: ReactionCounts) => void) {
    this.#emit = emit;
  }

  /** Whether nothing was emitted recently and nothing waits. */
  get isIdle(): boolean {
    return this.#timer === null;
  }

  add(counts: ReactionCounts): void {
    if (this.#timer === null) {
      this.#startPause();
      this.#emit(counts);
    } else this.#pending = addCounts(this.#pending ?? {}, counts);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pending = null;
  }

  #startPause(): void {
    this.#timer = setTimeout(() => this.#endPause(), LIMITS.reactionMs);
    // Waiting reactions do not keep a process alive.
    this.#timer.unref();
  }

  #endPause(): void {
    this.#timer = null;
    const counts = this.#pending;
    this.#pending = null;
    if (counts !== null) this.add(counts);
  }
}
