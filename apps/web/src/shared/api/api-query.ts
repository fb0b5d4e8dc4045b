import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { type QueryClient, type QueryKey, queryOptions, type Updater } from '@tanstack/react-query';
import { getSession } from '../session/session.ts';
import { callApi } from './call-api.ts';
import type { CallOptions } from './call-context.ts';

/**
 * Returns the query of an API call. Its key is the operation and the request, so
 * `invalidateQueries({ queryKey: ['GET /gift'] })` reads every response of the operation again.
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
 * Returns the options of a query whose response belongs to a member. The member's id ends its key, so the next member of
 * the browser never sees the response; `dropOtherMembers` removes it on sign-out. Without a member nothing is read.
 */
export const ownedBy = (memberId: string | null, queryKey: QueryKey) => ({
  queryKey: [...queryKey, memberId],
  enabled: memberId !== null,
  meta: { memberId },
});

/**
 * Returns the query of an API call whose response belongs to a member. A part of the page that is loaded while the member
 * signs out reads nothing: without the token the call would be refused and its error shown.
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

/** Removes the responses that belong to anyone but `memberId`; `null` removes all of them. */
export function dropOtherMembers(client: QueryClient, memberId: string | null): void {
  client.removeQueries({
    predicate: ({ meta: { memberId: owner = memberId } = {} }) => owner !== memberId,
  });
}

/** Returns the options of a query that is polled while the page is visible, and read whenever it becomes visible. */
export const polled = (everyMs: number) => ({
  refetchInterval: everyMs,
  refetchOnWindowFocus: 'always' as const,
  refetchOnMount: 'always' as const,
});

/** Returns the options of a query that starts with the data of the server's render, `null` without: no read on mount. */
export const startingWith = <Data>(drawn: Data | null) =>
  drawn === null ? {} : { initialData: drawn, refetchOnMount: false };

/**
 * Merges each new response or event into the known data of a query. For data with a revision: a poll that left before a
 * socket event and is answered after it must not undo the event.
 */
export const mergedBy =
  <Data>(merge: (known: Data, next: Data) => Data) =>
  (known: unknown, next: unknown): unknown =>
    known === undefined || known === next ? next : merge(known as Data, next as Data);

/**
 * Keeps the response of a write. A read that is still in flight may be older than the write, so it is cancelled; if nothing
 * was read before, it is started again.
 */
export function keepWritten<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  data: Updater<Data | undefined, Data | undefined>,
): void {
  const isKnown = client.getQueryData(queryKey) !== undefined;
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, data);
  // A change to an unread list says nothing about the rest of the list.
  if (!isKnown && typeof data === 'function')
    void client.invalidateQueries({ queryKey, exact: true });
}
