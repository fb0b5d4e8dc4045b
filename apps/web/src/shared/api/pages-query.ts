import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { ownedBy } from './api-query.ts';

/** A page of a list, as the API returns it. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

type FetchPage<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>;

export interface Pages<Item> {
  readonly items: readonly Item[];
  /** The state of the page that was requested last. */
  readonly state: 'loading' | 'ready' | 'failed';
  readonly hasMore: boolean;
  /** Loads the next page, or the failed one again. */
  readonly load: () => void;
}

/** Returns the query of a member's list. `key` contains everything that `fetchPage` depends on. */
export const pagesQuery = <Item>(
  memberId: string | null,
  key: string,
  fetchPage: FetchPage<Item>,
) =>
  infiniteQueryOptions({
    ...ownedBy(memberId, [key]),
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: ListPage<Item>) => next_cursor,
    // A list that is opened again starts with its first page, because fetching all pages again would take one request
    // per page.
    gcTime: 0,
  });

/** Returns the state of the list for rendering. */
export const pagesOf = <Item>(
  result: Pick<
    UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>,
    'data' | 'isPending' | 'isFetching' | 'isError' | 'hasNextPage' | 'fetchNextPage'
  >,
): Pages<Item> => ({
  items: result.data?.pages.flatMap(({ data }) => data) ?? [],
  state: result.isPending || result.isFetching ? 'loading' : result.isError ? 'failed' : 'ready',
  hasMore: result.hasNextPage,
  load: () => void result.fetchNextPage({ cancelRefetch: false }),
});

/** Returns a list of the member, loaded page by page. */
export const usePages = <Item>(...list: Parameters<typeof pagesQuery<Item>>): Pages<Item> =>
  pagesOf(useInfiniteQuery(pagesQuery(...list)));
