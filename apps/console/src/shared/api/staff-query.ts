import type { RequestOf, ResponseOf } from '@sangwian/contract/contract';
import type { StaffTopic } from '@sangwian/contract/sockets/operator-namespace';
import {
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { callStaff, type StaffOperation } from './call-staff.ts';

/**
 * The subjects whose changes the server announces. Each query key begins with its topic, so that a change invalidates
 * the query.
 */
export type Topic = StaffTopic | 'audit';

/**
 * Returns the query of an operation. A change of its `topic` makes the response stale.
 *
 * @example useQuery(staffQuery('GET /operator/staff', {}, 'staff'))
 */
export const staffQuery = <Op extends StaffOperation>(
  operation: Op,
  request: RequestOf<Op>,
  topic: Topic,
) =>
  queryOptions({
    queryKey: [topic, operation, request] as QueryKey,
    queryFn: async ({ signal }): Promise<ResponseOf<Op>['data']> =>
      (await callStaff(operation, request, signal)).data,
  });

type ItemOf<Op extends StaffOperation> =
  ResponseOf<Op> extends { data: (infer Item)[]; next_cursor: string | null } ? Item : never;

interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

/** A list of the API, read page by page. */
export interface StaffList<Item> {
  readonly items: readonly Item[];
  readonly isPending: boolean;
  readonly isLoadingMore: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  /** Loads the next page, or retries the page that failed. */
  readonly loadMore: () => void;
  readonly retry: () => void;
}

const NO_ITEMS: readonly never[] = [];

/**
 * Reads a list operation (`list: true`) page by page.
 *
 * @example const list = useStaffList('GET /operator/audit', { query: { actor } }, 'audit');
 */
export function useStaffList<Op extends StaffOperation>(
  operation: Op,
  request: RequestOf<Op>,
  topic: Topic,
): StaffList<ItemOf<Op>> {
  const { query } = request as { query?: object };
  const result = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [topic, operation, request, 'pages'] as QueryKey,
      queryFn: async ({ pageParam, signal }) => {
        const page = { ...request, query: { ...query, cursor: pageParam } };
        return (await callStaff(operation, page, signal)) as unknown as ListPage<ItemOf<Op>>;
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next_cursor }: ListPage<ItemOf<Op>>) => next_cursor,
      // After a filter change, keeps the previous rows until the new rows arrive, so that the table does not jump.
      placeholderData: (previous) => previous,
    }),
  );
  return {
    items: result.data?.pages.flatMap(({ data }) => data) ?? NO_ITEMS,
    isPending: result.isPending,
    isLoadingMore: result.isFetchingNextPage,
    error: result.error,
    hasMore: result.hasNextPage,
    loadMore: () => void result.fetchNextPage({ cancelRefetch: false }),
    retry: () => void result.refetch(),
  };
}
