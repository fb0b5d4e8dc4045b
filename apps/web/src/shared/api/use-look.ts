import { useEffect } from 'react';

/**
 * Looks again and again while somebody sees the page, and when it is seen again.
 *
 * @param look stays the same function as long as it looks at the same
 * @param atOnce whether there is nothing yet to be shown
 */
export function useLook(
  look: (signal: AbortSignal) => void,
  everyMs: number,
  atOnce: boolean,
): void {
  useEffect(() => {
    const leaving = new AbortController();
    const whenSeen = () => {
      if (document.visibilityState === 'visible') look(leaving.signal);
    };
    if (atOnce) look(leaving.signal);
    const timer = setInterval(whenSeen, everyMs);
    document.addEventListener('visibilitychange', whenSeen);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [look, everyMs, atOnce]);
}
