/**
 * The keys of local storage: those of the specification and four more. `player`: the player's preferences.
 * `dismissed_notice`: the version of the operators' notice that the fan has closed. `replay_positions`: the positions
 * at which a member stopped watching replays. `show_results`: present if results of replays are shown.
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
    // Storage is refused. The page works without the stored value.
  }
}

export function removeStored(...keys: readonly StoredKey[]): void {
  try {
    for (const key of keys) globalThis.localStorage?.removeItem(key);
  } catch {
    // Storage is refused, as above.
  }
}

/** Stores a key that is a flag: present for `true`, absent for `false`. */
export function storeFlag(key: StoredKey, isSet: boolean): void {
  if (isSet) writeStored(key, '1');
  else removeStored(key);
}
