const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1_000;
/** Values from this one on are shown without decimals. */
const WHOLE_FROM = 100;

/** Formats bytes with a unit: `384 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const digits = unit === 0 || value >= WHOLE_FROM ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
