import type { Live } from '@sangwian/contract/endpoints/live';
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { createStore, useStoreInSteps } from '../../../shared/store.ts';
import { LiveFeed } from './live-feed.ts';

/** The live of the loader, kept fresh while the page is open. */
export const useLive = (initial: Live): { readonly live: Live; readonly feed: LiveFeed | null } => {
  const [feed, setFeed] = useState<LiveFeed | null>(null);
  const [still] = useState(() => createStore(initial));
  useEffect(() => {
    const made = new LiveFeed(initial, callApi);
    startTransition(() => setFeed(made));
    return () => {
      made.close();
      setFeed(null);
    };
  }, [initial]);
  const live = useStoreInSteps(feed?.live ?? still, initial);
  // Between two lives the old feed is still in hand for one drawing.
  return { live: live.program_live_id === initial.program_live_id ? live : initial, feed };
};

/** Whether a media query holds; `false` on the server and while hydrating. */
export const useMedia = (query: string): boolean => {
  const [list] = useState(() => (typeof window === 'undefined' ? null : window.matchMedia(query)));
  return useSyncExternalStore(
    (listener) => {
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    },
    () => list?.matches ?? false,
    () => false,
  );
};
