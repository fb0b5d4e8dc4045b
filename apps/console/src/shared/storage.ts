/** Keys of local storage. The console and the fans' site share the language. */
type StoredKey = 'language' | 'console.theme' | `console.filters.${string}`;

/** Returns the stored text, or `null`. If the browser blocks storage, returns `null`. */
export function readStored(key: StoredKey): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Stores a text. If the browser blocks storage, does nothing. */
export function writeStored(key: StoredKey, value: string): void {
  try {
    globalThis.localStorage?.setItem(key, value);
  } catch {
    // The console works without storage.
  }
}
