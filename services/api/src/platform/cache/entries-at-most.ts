/**
 * Options of `LRUCache` for at most `entriesMax` entries. Its own `max` allocates the place of every entry at the start,
 * which took 20 ms of each start of the API.
 */
export const entriesAtMost = (entriesMax: number) => ({
  maxSize: entriesMax,
  sizeCalculation: () => 1,
});
