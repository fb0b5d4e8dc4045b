interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Coalesces single reads: keys that are requested during a load are read together by the next load. Many concurrent
 * reads then cost one statement and one connection.
 *
 * @param load reads many keys at once; a key without a value is absent from the map
 * @param keysMax maximum number of keys per load
 */
export function createBatchReads<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  keysMax: number,
): (key: Key) => Promise<Value | undefined> {
  let waiting: Waiting<Key, Value>[] = [];
  let isLoading = false;
  const loadNext = async (): Promise<void> => {
    const batch = waiting;
    waiting = batch.splice(keysMax);
    try {
      const values = await load([...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(values.get(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const drain = async (): Promise<void> => {
    isLoading = true;
    // The first load waits for the other keys that are requested in the same turn of the event loop.
    await Promise.resolve();
    while (waiting.length > 0) await loadNext();
    isLoading = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isLoading) void drain();
    });
}
