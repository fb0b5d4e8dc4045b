/**
 * Options of `LRUCache` for at most `entriesMax` entries. The option `max` would allocate memory for every entry in
 * advance, which made each start of the API 20 ms slower.
 */
export const entriesAtMost = (entriesMax: number) => ({
  maxSize: entriesMax,
  sizeCalculation: () => 1,
});
