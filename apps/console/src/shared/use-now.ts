import { useEffect, useState } from 'react';

/** Returns the current time in milliseconds, updated while the component is mounted. */
export function useNow(tickMs = 1_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}
