import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { isHydrating } from './hydration.ts';

/** A value outside of React to which components can subscribe. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export type ReadonlyStore<Value> = Omit<Store<Value>, 'set'>;

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

/** Returns the store's value. `onServer` is the value for the server and for hydration. */
export const useStore = <Value>(store: ReadonlyStore<Value>, onServer: Value): Value =>
  useSyncExternalStore(store.subscribe, store.get, () => onServer);

/** Returns a part of the store's value. Re-renders when the result of `select` changes (by `Object.is`). */
export const useStorePart = <Value, Part>(
  store: ReadonlyStore<Value>,
  onServer: Value,
  select: (value: Value) => Part,
): Part =>
  useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(onServer),
  );

/**
 * Like `useStore`, but updates in a transition, for large re-renders that must not block input. The returned value can
 * be outdated, so event handlers read the store directly.
 */
export function useStoreInSteps<Value>(store: ReadonlyStore<Value>, onServer: Value): Value {
  const [shown, setShown] = useState(() => ({
    store,
    value: isHydrating() ? onServer : store.get(),
  }));
  useEffect(() => {
    const update = () => {
      const value = store.get();
      startTransition(() =>
        setShown((last) =>
          last.store === store && Object.is(last.value, value) ? last : { store, value },
        ),
      );
    };
    update();
    return store.subscribe(update);
  }, [store]);
  return shown.store === store ? shown.value : store.get();
}
