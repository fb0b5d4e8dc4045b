/**
 * Returns the option that a key of the combobox selects, `open` for the key that opens the selected option, or `null`
 * for keys that edit the text. The selection goes round at both ends.
 *
 * @param active the selected option; -1 without a selection
 */
export function nextIndex(key: string, active: number, count: number): number | 'open' | null {
  if (count === 0) return null;
  if (key === 'Enter') return 'open';
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  return null;
}
