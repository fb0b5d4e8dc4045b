/**
 * Options of `LRUCache` for at most `entriesMax` entries. The option `max` of `LRUCache` would allocate memory for
 * every entry at the start, which took 20 ms of each start of the API.
 */
export const entriesAtMost = (entriesMax: number) => ({
  maxSize: entriesMax,
  sizeCalculation: () => 1,
});
