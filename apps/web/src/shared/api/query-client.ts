import { QueryClient } from '@tanstack/react-query';

/**
 * Creates the cache of API responses for one render, because the server renders pages of several visitors at once.
 * Reads and writes are not retried: each failure shows a toast, and a failed write may have taken effect.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        // A call without a network fails at once, so that the page can show the failure.
        networkMode: 'always',
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
