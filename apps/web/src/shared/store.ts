import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { isHydrating } from './hydration.ts';

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

/** A part of the store's value: `select` answers the same, by `Object.is`, as long as nothing has to be drawn anew. */
export const useStorePart = <Value, Part>(
  store: Store<Value>,
  onServer: Value,
  select: (value: Value) => Part,
): Part =>
  useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(onServer),
  );

/**
 * The same as `useStore` for what changes much of a page while nobody waits for it: drawn in steps that let a tap
 * through, where `useStore` draws at once and to the end. What happens meanwhile finds the value of before, so that an
 * event handler asks the store itself.
 */
export function useStoreInSteps<Value>(store: Store<Value>, onServer: Value): Value {
  const [shown, setShown] = useState(() => ({
    store,
    value: isHydrating() ? onServer : store.get(),
  }));
  useEffect(() => {
    const follow = () => {
      const value = store.get();
      startTransition(() =>
        setShown((last) =>
          last.store === store && Object.is(last.value, value) ? last : { store, value },
        ),
      );
    };
    follow();
    return store.subscribe(follow);
  }, [store]);
  // Another store's value says nothing of this one.
  return shown.store === store ? shown.value : store.get();
}
