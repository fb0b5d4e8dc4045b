import { useEffect, useState } from 'react';

/**
 * Returns the server's time in milliseconds, updated every `everyMs`. Clocks use it, so no clock ticks are sent over
 * the network.
 */
export function useServerNow(serverTime: string, readAtMs: number, everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.max(now, readAtMs) + Date.parse(serverTime) - readAtMs;
}
