import { useEffect, useState } from 'react';
import { useSession } from '../../shared/session/session.ts';
import type { Home } from './home.ts';

type AsOf = (home: Home) => Home;

/**
 * The page as far as the pictures of the fan's other tabs have come. What it takes is fetched where a member might watch
 * one; without it the page tells what is on now.
 */
export function useInStep(home: Home | null): Home | null {
  const isMember = useSession().status === 'signed_in';
  const isOn = isMember && home?.lives[0]?.status === 'in_progress';
  const [asOf, setAsOf] = useState<AsOf | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const leaving = new AbortController();
    import('./in-step/follow-home.ts')
      .then(({ followHome }) => followHome((next) => setAsOf(() => next), leaving.signal))
      .catch(() => {});
    return () => leaving.abort();
  }, [isOn]);
  return home && asOf ? asOf(home) : home;
}
