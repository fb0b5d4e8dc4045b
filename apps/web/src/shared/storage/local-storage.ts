/**
 * The keys of local storage from the specification, `player` for the player's preferences, and `dismissed_notice` for the
 * version of the operators' notice that the fan closed, `replay_positions` for where a member stopped watching replays, and
 * `show_results`, present if results of replays are shown.
 */
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
  | 'player'
  | 'dismissed_notice'
  | 'replay_positions'
  | 'show_results';

/**
 * Returns the stored text, or `null`. A browser that refuses storage (private mode, blocked site data) reads as empty.
 */
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
    // The page works without it.
  }
}

export function removeStored(...keys: readonly StoredKey[]): void {
  try {
    for (const key of keys) globalThis.localStorage?.removeItem(key);
  } catch {
    // As above.
  }
}

/** Stores or removes a key that is present or absent. */
export function storeFlag(key: StoredKey, isSet: boolean): void {
  if (isSet) writeStored(key, '1');
  else removeStored(key);
}
