import { LRUCache } from 'lru-cache';
import { entriesAtMost } from '../../../platform/cache/entries-at-most.ts';
import type { Bearer } from '../../../platform/http/handler.ts';

/**
 * Caches the bearers of valid tokens. A revocation evicts the member's entries through the bus. If the bus loses the
 * event, the revocation takes effect when the entry expires.
 */
export class SessionCache {
  readonly #entries: LRUCache<string, Bearer>;
  readonly #freshMs: number;
  #revision = 0;

  /** @param nowMs Unix time in whole milliseconds */
  constructor(entriesMax: number, freshMs: number, nowMs: () => number) {
    this.#entries = new LRUCache({
      ...entriesAtMost(entriesMax),
      ttl: freshMs,
      ttlResolution: 0,
      perf: { now: nowMs },
    });
    this.#freshMs = freshMs;
  }

  /** Increases with every revocation. A bearer that was read before a revocation must not be cached after it. */
  get revision(): number {
    return this.#revision;
  }

  get(key: string): Bearer | null {
    return this.#entries.get(key) ?? null;
  }

  put(key: string, bearer: Bearer, readAtRevision: number, readAtMs: number, endsMs: number): void {
    if (readAtRevision !== this.#revision) return;
    // lru-cache counts the last millisecond of a lifetime as valid and treats a lifetime of 0 as infinite.
    const ttl = Math.min(this.#freshMs, endsMs - readAtMs) - 1;
    if (ttl > 0) this.#entries.set(key, bearer, { ttl, start: readAtMs });
  }

  /** Evicts all entries. Used when events of the bus may have been lost. */
  forgetAll(): void {
    this.#revision += 1;
    this.#entries.clear();
  }

  forgetMember(memberId: string): void {
    this.#revision += 1;
    for (const [key, bearer] of [...this.#entries]) {
      if (bearer.memberId === memberId) this.#entries.delete(key);
    }
  }
}
