import type { Bearer } from '../../../platform/http/handler.ts';

interface Entry {
  readonly bearer: Bearer;
  /** Unix time in milliseconds: after it the database is asked again. */
  readonly freshUntilMs: number;
}

/**
 * Bearers of tokens that were good a moment ago. A revocation empties it at once through the bus; what the bus should
 * lose is found within the time that an entry is fresh.
 */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  readonly #entriesMax: number;
  readonly #freshMs: number;
  #revision = 0;

  constructor(entriesMax: number, freshMs: number) {
    this.#entriesMax = entriesMax;
    this.#freshMs = freshMs;
  }

  /** Changes with every revocation: what was read before one must not be put in after it. */
  get revision(): number {
    return this.#revision;
  }

  get(key: string, nowMs: number): Bearer | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    if (entry.freshUntilMs > nowMs) return entry.bearer;
    this.#entries.delete(key);
    return null;
  }

  put(key: string, bearer: Bearer, readAtRevision: number, nowMs: number, endsMs: number): void {
    if (readAtRevision !== this.#revision) return;
    if (this.#entries.size >= this.#entriesMax) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.set(key, {
      bearer,
      freshUntilMs: Math.min(nowMs + this.#freshMs, endsMs),
    });
  }

  /** After revocations that nobody told of. */
  forgetAll(): void {
    this.#revision += 1;
    this.#entries.clear();
  }

  forgetMember(memberId: string): void {
    this.#revision += 1;
    for (const [key, { bearer }] of this.#entries) {
      if (bearer.memberId === memberId) this.#entries.delete(key);
    }
  }
}
