import { useSyncExternalStore } from 'react';

/** A value outside of React that components can follow. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls `listener` after every change; the result ends that. */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value. `onServer` is what the server drew, and so what hydration has to begin with. */
export const useStore = <Value>(store: Store<Value>, onServer: Value): Value =>
  useSyncExternalStore(store.subscribe, store.get, () => onServer);
