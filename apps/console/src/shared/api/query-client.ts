import { QueryClient } from '@tanstack/react-query';

/** A list that was read within this time is shown from the cache while it is read again. */
const STALE_MS = 2_000;

/**
 * The cache of API responses. The live feed announces changes, so most data needs no polling. Neither reads nor writes
 * are retried automatically: the failure is shown with a button that tries again, because a write may have taken
 * effect.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: STALE_MS,
      // A request without a network fails immediately, so that the place can show the failure.
      networkMode: 'always',
      refetchOnReconnect: false,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
