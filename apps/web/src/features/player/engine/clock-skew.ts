/** HTTP dates have whole seconds, so a smaller difference does not prove a wrong clock. */
const TOLERANCE_MS = 2_000;

/**
 * Returns the server's clock minus this device's, from the `Date` header of a response; 0 if both clocks agree or the
 * header is invalid. Phone clocks are often seconds off, which would falsify the shown latency.
 */
export const clockSkewMs = (dateHeader: string | null, nowMs: number): number => {
  const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  if (Number.isNaN(serverMs)) return 0;
  // The header is truncated to the second, which loses half a second on average.
  const skewMs = serverMs + 500 - nowMs;
  return Math.abs(skewMs) < TOLERANCE_MS ? 0 : skewMs;
};
