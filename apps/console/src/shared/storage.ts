/** Keys of local storage. The language is shared with the fans' site. */
type StoredKey = 'language' | 'console.theme' | `console.filters.${string}`;

/** Returns the stored text, or `null`; a browser that refuses storage reads as empty. */
export function readStored(key: StoredKey): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Stores a text. If the browser refuses storage, nothing is stored. */
export function writeStored(key: StoredKey, value: string): void {
  try {
    globalThis.localStorage?.setItem(key, value);
  } catch {
    // The console works without it.
  }
}
