import { LRUCache } from 'lru-cache';
import { entriesAtMost } from './entries-at-most.ts';

/**
 * Caches each loaded value for `freshMs`, so that many callers with the same key cost one load. Concurrent callers
 * share a load. Failures are not cached.
 *
 * @param nowMs whole milliseconds
 * @param freshMs lifetime of a cached value
 * @param entriesMax maximum size; beyond it, the least recently used entries are evicted
 */
export function keepRecent<Key extends string, Value>(
  load: (key: Key) => Promise<Value>,
  nowMs: () => number,
  { freshMs, entriesMax }: { readonly freshMs: number; readonly entriesMax: number },
): (key: Key) => Promise<Value> {
  const kept = new LRUCache<Key, Promise<Value>>({
    ...entriesAtMost(entriesMax),
    // lru-cache still returns an entry in the millisecond in which it expires.
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
