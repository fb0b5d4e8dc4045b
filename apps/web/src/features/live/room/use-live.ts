import type { Live } from '@sangwian/contract/endpoints/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStoreInSteps } from '../../../shared/store.ts';
import { createLiveFeed, type LiveFeed } from './live-feed.ts';

/** Returns the live of the loader, kept up to date while the page is open. A page shows only one live. */
export function useLive(initial: Live): { readonly live: Live; readonly feed: LiveFeed } {
  const client = useQueryClient();
  const [feed] = useState(() => createLiveFeed(client, initial));
  useEffect(() => feed.applyResponse(initial), [feed, initial]);
  return { live: useStoreInSteps(feed.live, initial), feed };
}

/** Returns whether a media query matches; `false` on the server and while hydrating. */
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
