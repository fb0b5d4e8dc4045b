import { createStore, useStore } from '../store.ts';

/** What somebody has begun in this tab: it outlives a reload, and goes with the tab. */
export interface TabDraft<Value extends object> {
  get(): Value;
  change(fields: Partial<Value>): void;
  /** Back to the empty one, here and in the storage. */
  forget(): void;
  /** Follows the draft; the server and hydration have the empty one. */
  use(): Value;
}

function readKept<Value extends object>(key: string): Partial<Value> {
  try {
    const kept: unknown = JSON.parse(globalThis.sessionStorage?.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Partial<Value>) : {};
  } catch {
    // Refused storage, or what another version of the site has left: as if nothing had been begun.
    return {};
  }
}

/**
 * A draft under a key of session storage. Never put a password or a PIN into it.
 *
 * @param revive what is left of a kept draft after a reload, e.g. without what has run out since
 * @example const draft = createTabDraft('sign-up', { phone: '' }); draft.change({ phone });
 */
export function createTabDraft<Value extends object>(
  key: string,
  empty: Value,
  revive: (kept: Value) => Value = (kept) => kept,
): TabDraft<Value> {
  const store = createStore<Value>(empty);
  let read = false;
  const get = (): Value => {
    // Not at the import: the server imports this as well.
    if (!read && typeof window !== 'undefined') {
      read = true;
      store.set(revive({ ...empty, ...readKept<Value>(key) }));
    }
    return store.get();
  };
  const lasting = { ...store, get };
  return {
    get,
    change: (fields) => {
      store.set({ ...get(), ...fields });
      try {
        globalThis.sessionStorage?.setItem(key, JSON.stringify(store.get()));
      } catch {
        // The draft then lasts as long as the page.
      }
    },
    forget: () => {
      store.set(empty);
      try {
        globalThis.sessionStorage?.removeItem(key);
      } catch {
        // As above.
      }
    },
    use: () => useStore(lasting, empty),
  };
}
