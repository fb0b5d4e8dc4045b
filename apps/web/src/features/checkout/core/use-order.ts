import type { Order } from '@sangwian/contract/endpoints/orders';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { keepWritten, mergedBy, ownedBy } from '../../../shared/api/api-query.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { forgetIntents } from '../../../shared/ids/intent-key.ts';
import { useMemberId, useSession } from '../../../shared/session/session.ts';
import { useStore } from '../../../shared/store.ts';
import { refreshWallet } from '../../../shared/wallet/use-wallet.ts';
import { onOrderChanged, walletConnected } from '../../../shared/wallet/wallet-events.ts';
import { needsPolling } from './order-state.ts';

/** Poll interval of an order that may change: the shorter one without the event socket, the longer one with it. */
const POLL_MS = 3_000;
const POLL_CONNECTED_MS = 15_000;

export interface FollowedOrder {
  /** `null` until the order is loaded. */
  readonly order: Order | null;
  /**
   * Why the last request failed; the order of an earlier response is kept. `missing`: the order does not exist or
   * belongs to another member.
   */
  readonly failure: 'missing' | 'unavailable' | null;
  /** The server's clock minus this device's, in milliseconds: for countdowns. */
  readonly clockSkewMs: number;
  /** Fetches the order again, for example after its deadline. */
  readonly refresh: () => Promise<void>;
  /** Stores the order that a write has returned. */
  readonly keep: (order: Order) => void;
}

interface Kept {
  readonly order: Order;
  readonly clockSkewMs: number;
}

const ORDER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function keptOf(order: Order): Kept {
  // The order is paid or being paid, so the next purchase of the same package must create a new order.
  if (order.status !== 'waiting') forgetIntents('order:');
  return { order, clockSkewMs: Date.parse(order.now) - Date.now() };
}

function failureOf(error: Error | null): FollowedOrder['failure'] {
  if (error === null) return null;
  const isMissing = error instanceof ApiError && error.status === 'order_not_found';
  return isMissing ? 'missing' : 'unavailable';
}

/** Returns the query of an order. Of two responses, the one with the later server time is kept. */
export const orderQuery = (memberId: string | null, orderId: string) => ({
  ...ownedBy(memberId, ['GET /order/{order_id}', orderId]),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Kept> => {
    const params = { order_id: orderId };
    return keptOf((await callApi('GET /order/{order_id}', { params }, { signal })).data);
  },
  structuralSharing: mergedBy<Kept>((known, next) =>
    Date.parse(known.order.now) > Date.parse(next.order.now) ? known : next,
  ),
});

/** Fetches the order again after each of its events, and when the page is restored from the back/forward cache. */
function useOrderEvents(orderId: string | null, refresh: () => void): void {
  useEffect(() => {
    if (orderId === null) return;
    // Without the event socket the order is polled.
    import('../../../shared/wallet/follow-wallet.ts')
      .then(({ followWallet }) => followWallet())
      .catch(() => {});
    const unfollow = onOrderChanged((event) => {
      if (event === null || event.order_id === orderId) refresh();
    });
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refresh();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => {
      unfollow();
      window.removeEventListener('pageshow', onPageShow);
    };
  }, [orderId, refresh]);
}

/**
 * Returns an order of the member and keeps it up to date: by the event socket, by polls while the order may change, and
 * when the page becomes visible again, for example after a visit to the banking app.
 *
 * @param orderId from the URL; `null` or an invalid id is `missing`
 */
export function useOrder(orderId: string | null): FollowedOrder {
  const { status } = useSession();
  const memberId = useMemberId();
  const queryClient = useQueryClient();
  const connected = useStore(walletConnected, false);
  const isId = orderId !== null && ORDER_ID.test(orderId);
  const wanted = isId ? orderId.toLowerCase() : null;
  const query = orderQuery(memberId, wanted ?? '');
  const { data, error, refetch } = useQuery({
    ...query,
    enabled: query.enabled && wanted !== null,
    refetchInterval: ({ state }) =>
      state.data && needsPolling(state.data.order)
        ? connected
          ? POLL_CONNECTED_MS
          : POLL_MS
        : false,
    refetchOnWindowFocus: 'always',
  });
  const refresh = async () => void (await refetch());
  useOrderEvents(memberId === null ? null : wanted, refetch);
  const isPaid = data?.order.status === 'paid';
  useEffect(() => {
    // Without the event socket, the balance in the top bar is updated here.
    if (isPaid) void refreshWallet();
  }, [isPaid]);
  return {
    order: data?.order ?? null,
    failure: wanted === null && status !== 'unknown' ? 'missing' : failureOf(error),
    clockSkewMs: data?.clockSkewMs ?? 0,
    refresh,
    keep: (order) =>
      keepWritten<Kept>(queryClient, orderQuery(memberId, order.order_id).queryKey, keptOf(order)),
  };
}
