/** More than any night ends; beyond it, those that expire soonest are forgotten first. */
const REVOCATIONS_MAX = 500_000;

export interface Revocation {
  readonly watchSessionId: string;
  readonly expiresAtMs: number;
}

/** Watch sessions whose grants are dead before their time. */
export class RevocationList {
  readonly #expiry = new Map<string, number>();

  get size(): number {
    return this.#expiry.size;
  }

  has(watchSessionId: string): boolean {
    return this.#expiry.has(watchSessionId);
  }

  /** The same one may be added any number of times. */
  add(revocations: readonly Revocation[], nowMs: number): void {
    for (const { watchSessionId, expiresAtMs } of revocations) {
      if (expiresAtMs > nowMs) this.#expiry.set(watchSessionId, expiresAtMs);
    }
    if (this.#expiry.size > REVOCATIONS_MAX) this.#shed();
  }

  /** Forgets those whose grants have expired by themselves. */
  prune(nowMs: number): void {
    for (const [watchSessionId, expiresAtMs] of this.#expiry) {
      if (expiresAtMs <= nowMs) this.#expiry.delete(watchSessionId);
    }
  }

  #shed(): void {
    const soonest = [...this.#expiry].sort(([, a], [, b]) => a - b);
    for (const [watchSessionId] of soonest.slice(0, soonest.length - REVOCATIONS_MAX)) {
      this.#expiry.delete(watchSessionId);
    }
  }
}
