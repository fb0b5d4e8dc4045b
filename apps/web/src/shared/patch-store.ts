import type { Store } from './store.ts';

/** Replaces some fields of a store's value. Does not notify subscribers if nothing changed. */
export function patchStore<Value extends object>(
  store: Store<Value>,
  fields: Partial<Value>,
): void {
  const before = store.get();
  const names = Object.keys(fields) as (keyof Value)[];
  const changed = names.some((name) => !Object.is(fields[name], before[name]));
  if (changed) store.set({ ...before, ...fields });
}
