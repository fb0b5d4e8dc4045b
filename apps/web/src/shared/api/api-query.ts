import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { type QueryClient, type QueryKey, queryOptions, type Updater } from '@tanstack/react-query';
import { getSession } from '../session/session.ts';
import { callApi } from './call-api.ts';
import type { CallOptions } from './call-context.ts';

/**
 * Returns the query of an API call. The query key is the operation with the request, so `invalidateQueries({ queryKey:
 * ['GET /gift'] })` fetches every response of the operation again.
 */
export const apiQuery = <Op extends Operation>(
  operation: Op,
  request: RequestOf<Op>,
  options: Omit<CallOptions, 'signal'> = {},
) =>
  queryOptions({
    queryKey: [operation, request] as QueryKey,
    queryFn: async ({ signal }): Promise<ResponseOf<Op>['data']> =>
      (await callApi(operation, request, { ...options, signal })).data,
  });

/**
 * Returns the options of a query whose response belongs to a member. The query key ends with the member's id, so that
 * the next member in the browser never sees the response. `dropOtherMembers` removes the response on sign-out. Without
 * a member nothing is fetched.
 */
export const ownedBy = (memberId: string | null, queryKey: QueryKey) => ({
  queryKey: [...queryKey, memberId],
  enabled: memberId !== null,
  meta: { memberId },
});

/**
 * Returns the query of an API call whose response belongs to a member. Without a member nothing is fetched, because the
 * API would refuse a call without a token and the page would show an error toast.
 */
export const memberQuery = <Op extends Operation>(
  memberId: string | null,
  operation: Op,
  request: RequestOf<Op>,
) => {
  const query = apiQuery(operation, request);
  return queryOptions({
    ...query,
    ...ownedBy(memberId, query.queryKey),
    queryFn: async ({ signal }): Promise<ResponseOf<Op>['data']> => {
      if (getSession().status === 'signed_out') throw new DOMException('signed out', 'AbortError');
      return (await callApi(operation, request, { signal })).data;
    },
  });
};

/** Removes all responses of members other than `memberId`; `null` removes the responses of all members. */
export function dropOtherMembers(client: QueryClient, memberId: string | null): void {
  client.removeQueries({
    predicate: ({ meta: { memberId: owner = memberId } = {} }) => owner !== memberId,
  });
}

/**
 * Returns the options of a query that is polled while the page is visible, and fetched whenever the page becomes
 * visible.
 */
export const polled = (everyMs: number) => ({
  refetchInterval: everyMs,
  refetchOnWindowFocus: 'always' as const,
  refetchOnMount: 'always' as const,
});

/**
 * Returns the options of a query that starts with the server's data, so that nothing is fetched on mount. `drawn` is
 * `null` without such data.
 */
export const startingWith = <Data>(drawn: Data | null) =>
  drawn === null ? {} : { initialData: drawn, refetchOnMount: false };

/**
 * Returns the option that merges each new response or event into the known data of a query. Needed for data with a
 * revision: the response to a poll that was sent before a socket event must not undo that event.
 */
export const mergedBy =
  <Data>(merge: (known: Data, next: Data) => Data) =>
  (known: unknown, next: unknown): unknown =>
    known === undefined || known === next ? next : merge(known as Data, next as Data);

/**
 * Stores the response of a write. Cancels a read in flight, whose response could be older than the write. If no data
 * was loaded before, the read starts again.
 */
export function keepWritten<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  data: Updater<Data | undefined, Data | undefined>,
): void {
  const isKnown = client.getQueryData(queryKey) !== undefined;
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, data);
  // A change of one item does not contain the rest of a list that was not loaded yet.
  if (!isKnown && typeof data === 'function')
    void client.invalidateQueries({ queryKey, exact: true });
}
