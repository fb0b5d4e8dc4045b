import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** Returns the time in milliseconds, which goes on while the component is mounted. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
