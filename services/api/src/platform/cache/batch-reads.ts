interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Coalesces single reads: the keys that are asked for while a load is under way go together into the next one. A crowd
 * that asks at once costs one statement and one connection instead of one each.
 *
 * @param load reads many keys at once; a key without a value is absent from the map
 * @param keysMax keys of one load
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
    // Keys that are asked for in the same turn of the event loop go together from the first load on.
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
