import { useQuery } from '@tanstack/react-query';
import { mergedBy, polled, startingWith } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import type { Home } from './home.ts';
import { mergeHome } from './merge-home.ts';
import { type LiveList, readHome } from './read-home.ts';

const REFRESH_MS = 15_000;

/** What the server rendered the page with. */
export type DrawnHome = Home | 'failed';

interface HomeState {
  /** The last response, which stays while a newer one fails; `null` before the first. */
  readonly home: Home | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Returns the query of a list of lives with the feature's card. */
export const homeQuery = (list: LiveList) => ({
  queryKey: ['GET /live', list],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => readHome(callApi, list, signal),
  structuralSharing: mergedBy(mergeHome),
});

/**
 * The content of a page with a list of lives, polled while the page is visible.
 *
 * @param drawn `null` after a change of route in the browser
 */
export function useHome(list: LiveList, drawn: DrawnHome | null): HomeState {
  const { data, isError, isFetched, refetch } = useQuery({
    ...homeQuery(list),
    ...polled(REFRESH_MS),
    ...startingWith(drawn === 'failed' ? null : drawn),
  });
  return {
    home: data ?? null,
    // Hydration starts with the failure that the server rendered.
    failed: isError || (drawn === 'failed' && !isFetched),
    retry: () => void refetch(),
  };
}
