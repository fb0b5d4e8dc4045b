import { QueryClient } from '@tanstack/react-query';

/**
 * Creates the cache of server responses of one render; the server renders pages of several visitors at once. Neither reads
 * nor writes are retried: each failure shows a toast, and a write may have taken effect.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        // A call without a network fails immediately, so that the page can say so.
        networkMode: 'always',
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
