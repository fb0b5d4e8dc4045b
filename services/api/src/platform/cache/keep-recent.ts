import { LRUCache } from 'lru-cache';

/**
 * Loads by key and keeps each value for a moment, so that many callers with the same key cost one load. Concurrent
 * callers share a load; a failure is not kept.
 *
 * @param nowMs whole milliseconds
 * @param freshMs how long a value is good
 * @param entriesMax beyond it the least recently used are evicted
 */
export function keepRecent<Key extends string, Value>(
  load: (key: Key) => Promise<Value>,
  nowMs: () => number,
  { freshMs, entriesMax }: { readonly freshMs: number; readonly entriesMax: number },
): (key: Key) => Promise<Value> {
  const kept = new LRUCache<Key, Promise<Value>>({
    max: entriesMax,
    // An entry of lru-cache is still good at its very last millisecond.
    ttl: freshMs - 1,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  return (key) => {
    const found = kept.get(key);
    if (found !== undefined) return found;
    const value = load(key);
    kept.set(key, value);
    value.catch(() => {
      if (kept.peek(key) === value) kept.delete(key);
    });
    return value;
  };
}
