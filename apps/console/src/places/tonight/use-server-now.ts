import { useEffect, useState } from 'react';

/**
 * Returns the server's time in milliseconds, again every `everyMs`. Clocks are drawn from it: nothing ticks over the
 * network.
 */
export function useServerNow(serverTime: string, readAtMs: number, everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.max(now, readAtMs) + Date.parse(serverTime) - readAtMs;
}
