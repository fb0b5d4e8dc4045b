import { createStore, useStore } from '../store.ts';

/** Unfinished input in this tab. It survives a reload and is lost when the tab closes. */
export interface TabDraft<Value extends object> {
  get(): Value;
  change(fields: Partial<Value>): void;
  /** Resets the draft and removes it from the storage. */
  forget(): void;
  /** Returns the draft and re-renders when it changes; empty on the server and while hydrating. */
  use(): Value;
}

function readStoredDraft<Value extends object>(key: string): Partial<Value> {
  try {
    const kept: unknown = JSON.parse(globalThis.sessionStorage?.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Partial<Value>) : {};
  } catch {
    // Storage is refused or malformed: start with an empty draft.
    return {};
  }
}

/**
 * Creates a draft under a key of session storage. Never store a password or a PIN in it.
 *
 * @param revive transforms the stored draft after a reload, for example to remove expired parts
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
    // Read on first use, because the server imports this module too.
    if (!read && typeof window !== 'undefined') {
      read = true;
      store.set(revive({ ...empty, ...readStoredDraft<Value>(key) }));
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
        // Storage is refused: the draft is kept as long as the page.
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
