/** HTTP dates are whole seconds, so a smaller difference than this is no evidence of a wrong clock. */
const TOLERANCE_MS = 2_000;

/**
 * What to add to this device's clock to get the server's, from an answer's `Date` header; 0 where the two agree or
 * the header tells nothing. Phones are often seconds off, and latency must not show it.
 */
export const clockSkewMs = (dateHeader: string | null, nowMs: number): number => {
  const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  if (Number.isNaN(serverMs)) return 0;
  // The header is cut to the second, half of which is missing on average.
  const skewMs = serverMs + 500 - nowMs;
  return Math.abs(skewMs) < TOLERANCE_MS ? 0 : skewMs;
};
