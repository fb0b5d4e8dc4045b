import { addressKey } from './address-key.ts';

/** Counts open connections or requests by client address. */
export class AddressCounts {
  readonly #counts = new Map<string, number>();
  readonly #max: number;

  /** @param max limit per address; 0: no limit */
  constructor(max: number) {
    this.#max = max;
  }

  /** Adds one for this address. Returns a function that removes it again, or `null` if the limit is reached. */
  take(address: string): (() => void) | null {
    const key = addressKey(address);
    const count = this.#counts.get(key) ?? 0;
    if (this.#max > 0 && count >= this.#max) return null;
    this.#counts.set(key, count + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const remaining = (this.#counts.get(key) ?? 1) - 1;
      if (remaining === 0) this.#counts.delete(key);
      else this.#counts.set(key, remaining);
    };
  }
}
