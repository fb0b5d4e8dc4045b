import { QueryClient } from '@tanstack/react-query';

/** A list that another place has read moments ago is shown from memory while it is read again. */
const STALE_MS = 2_000;

/**
 * The cache of the API's answers. Changes arrive by the live feed, so nothing is polled. Neither reads nor writes are
 * retried: each failure says so and offers to try again, and a write may have taken effect.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: STALE_MS,
      // A call without a network fails immediately, so that the place can say so.
      networkMode: 'always',
      refetchOnReconnect: false,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
