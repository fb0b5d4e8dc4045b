/** Maximum number of revocations, more than one evening needs. Beyond it, those that expire first are evicted. */
const REVOCATIONS_MAX = 500_000;

export interface Revocation {
  readonly watchSessionId: string;
  readonly expiresAtMs: number;
}

/** Watch sessions whose grants were revoked before they expired. */
export class RevocationList {
  readonly #expiry = new Map<string, number>();

  get size(): number {
    return this.#expiry.size;
  }

  has(watchSessionId: string): boolean {
    return this.#expiry.has(watchSessionId);
  }

  /** Adds revocations; idempotent. */
  add(revocations: readonly Revocation[], nowMs: number): void {
    for (const { watchSessionId, expiresAtMs } of revocations) {
      if (expiresAtMs > nowMs) this.#expiry.set(watchSessionId, expiresAtMs);
    }
    if (this.#expiry.size > REVOCATIONS_MAX) this.#evict();
  }

  /** Removes revocations of expired grants. */
  prune(nowMs: number): void {
    for (const [watchSessionId, expiresAtMs] of this.#expiry) {
      if (expiresAtMs <= nowMs) this.#expiry.delete(watchSessionId);
    }
  }

  #evict(): void {
    const soonest = [...this.#expiry].sort(([, a], [, b]) => a - b);
    for (const [watchSessionId] of soonest.slice(0, soonest.length - REVOCATIONS_MAX)) {
      this.#expiry.delete(watchSessionId);
    }
  }
}
