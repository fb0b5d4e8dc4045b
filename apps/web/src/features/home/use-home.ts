import { useQuery } from '@tanstack/react-query';
import { mergedBy, polled, startingWith } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import type { Home } from './home.ts';
import { mergeHome } from './merge-home.ts';
import { type LiveList, readHome } from './read-home.ts';

const REFRESH_MS = 15_000;

/** The data with which the server rendered the page. */
export type DrawnHome = Home | 'failed';

interface HomeState {
  /** The last successful response; `null` before the first one. */
  readonly home: Home | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Returns the query of a list of lives with the featured live's card. */
export const homeQuery = (list: LiveList) => ({
  queryKey: ['GET /live', list],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => readHome(callApi, list, signal),
  structuralSharing: mergedBy(mergeHome),
});

/**
 * Returns the content of a page with a list of lives, which is polled while the page is visible.
 *
 * @param drawn the server's data; `null` after a navigation in the browser
 */
export function useHome(list: LiveList, drawn: DrawnHome | null): HomeState {
  const { data, isError, isFetched, refetch } = useQuery({
    ...homeQuery(list),
    ...polled(REFRESH_MS),
    ...startingWith(drawn === 'failed' ? null : drawn),
  });
  return {
    home: data ?? null,
    // After a failure on the server, hydration starts with the rendered error.
    failed: isError || (drawn === 'failed' && !isFetched),
    retry: () => void refetch(),
  };
}
