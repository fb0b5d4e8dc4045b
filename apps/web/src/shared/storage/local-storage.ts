/** The keys of local storage, exactly as the specification names them, and `player` for how one likes the picture. */
export type StoredKey =
  | 'member'
  | 'member_id'
  | 'access_token'
  | 'external'
  | 'map_system_id'
  | 'WATCH_TOKEN'
  | 'PURCHASE_TOKEN'
  | 'language'
  | 'axios-error'
  | 'player';

/**
 * The stored text, or `null` where there is none. A browser that refuses storage (private mode, blocked site data)
 * must not break a page, so it reads as empty.
 */
export function readStored(key: StoredKey): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Stores a text. Refused storage is no error: the value then lasts as long as the page. */
export function writeStored(key: StoredKey, value: string): void {
  try {
    globalThis.localStorage?.setItem(key, value);
  } catch {
    // Nothing to tell the fan: the page works without it.
  }
}

export function removeStored(...keys: readonly StoredKey[]): void {
  try {
    for (const key of keys) globalThis.localStorage?.removeItem(key);
  } catch {
    // As above.
  }
}
