/** A value that was loaded a moment ago, and when. */
interface Kept<Value> {
  readonly value: Promise<Value>;
  readonly atMs: number;
}

/**
 * Loads by key and keeps each value for a moment, so that a crowd that asks the same costs one load. Callers at the
 * same time share it; a failure is not kept.
 *
 * @param freshMs how long a value is good
 * @param entriesMax beyond it the oldest go
 */
export function keepRecent<Key, Value>(
  load: (key: Key) => Promise<Value>,
  nowMs: () => number,
  { freshMs, entriesMax }: { readonly freshMs: number; readonly entriesMax: number },
): (key: Key) => Promise<Value> {
  const kept = new Map<Key, Kept<Value>>();
  return (key) => {
    const now = nowMs();
    const found = kept.get(key);
    if (found !== undefined && now - found.atMs < freshMs) return found.value;
    const value = load(key);
    kept.delete(key);
    kept.set(key, { value, atMs: now });
    value.catch(() => {
      if (kept.get(key)?.value === value) kept.delete(key);
    });
    for (const oldest of kept.keys()) {
      if (kept.size <= entriesMax) break;
      kept.delete(oldest);
    }
    return value;
  };
}
