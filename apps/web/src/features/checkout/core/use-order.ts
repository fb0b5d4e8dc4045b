import type { Order } from '@sangwian/contract/endpoints/orders';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { forgetIntents } from '../../../shared/ids/intent-key.ts';
import { useSession } from '../../../shared/session/session.ts';
import { refreshWallet } from '../../../shared/wallet/use-wallet.ts';
import { onOrderChanged, walletConnected } from '../../../shared/wallet/wallet-events.ts';
import { needsPolling } from './order-state.ts';

/** Where no event comes an order that may move is asked for this often, elsewhere now and then all the same. */
const POLL_MS = 3_000;
const POLL_CONNECTED_MS = 15_000;

export interface FollowedOrder {
  /** `null` until it is there. */
  readonly order: Order | null;
  /** Why it could not be fetched; what was there before stays. `missing`: there is none, or it is somebody else's. */
  readonly failure: 'missing' | 'unavailable' | null;
  /** The server's clock less this device's, in milliseconds: for countdowns. */
  readonly clockSkew_ms: number;
  /** Asks anew, e.g. when its time is over. */
  readonly refresh: () => Promise<void>;
  /** Takes what another call answered with. */
  readonly keep: (order: Order) => void;
}

interface Kept {
  readonly order: Order;
  readonly clockSkew_ms: number;
}

const ORDER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Polls an order that is being paid, less often while the socket is connected. */
function usePoll(moving: boolean, fetchOrder: () => Promise<void>): void {
  useEffect(() => {
    if (!moving) return;
    let asked_ms = Date.now();
    const timer = setInterval(() => {
      const wait_ms = walletConnected.get() ? POLL_CONNECTED_MS : POLL_MS;
      if (document.visibilityState !== 'visible' || Date.now() - asked_ms < wait_ms) return;
      asked_ms = Date.now();
      void fetchOrder();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [moving, fetchOrder]);
}

/**
 * An order of the member, live: fetched, then told of by the socket, asked for where there is none, and fresh when the
 * page is looked at again (a fan comes back from the bank's app). An answer that is older than what is shown changes
 * nothing.
 *
 * @param orderId of the address; `null` or nonsense is `missing`
 */
export function useOrder(orderId: string | null): FollowedOrder {
  const { status } = useSession();
  const [kept, setKept] = useState<Kept | null>(null);
  const [failure, setFailure] = useState<FollowedOrder['failure']>(null);
  const isId = orderId !== null && ORDER_ID.test(orderId);
  const wanted = isId ? orderId.toLowerCase() : null;
  const current = useRef(wanted);
  current.current = wanted;

  const keep = useCallback((order: Order) => {
    if (current.current !== order.order_id) return;
    // Bought already: the next purchase of the same package is another one.
    if (order.status !== 'waiting') forgetIntents('order:');
    setFailure(null);
    setKept((before) => {
      const isOlder =
        before?.order.order_id === order.order_id &&
        Date.parse(before.order.now) > Date.parse(order.now);
      return isOlder ? before : { order, clockSkew_ms: Date.parse(order.now) - Date.now() };
    });
  }, []);

  const fetchOrder = useCallback(async () => {
    if (wanted === null) return;
    try {
      const request = { params: { order_id: wanted } };
      keep((await callApi('GET /order/{order_id}', request)).data);
    } catch (error) {
      if (current.current !== wanted) return;
      const missing = error instanceof ApiError && error.status === 'order_not_found';
      setFailure(missing ? 'missing' : 'unavailable');
    }
  }, [wanted, keep]);

  useEffect(() => {
    if (status !== 'signed_in' || wanted === null) return;
    // Without it the order is polled.
    import('../../../shared/wallet/follow-wallet.ts')
      .then(({ followWallet }) => followWallet())
      .catch(() => {});
    void fetchOrder();
    const again = () => {
      if (document.visibilityState === 'visible') void fetchOrder();
    };
    const unfollow = onOrderChanged((event) => {
      if (event === null || event.order_id === wanted) void fetchOrder();
    });
    document.addEventListener('visibilitychange', again);
    // Back from the bank's page by the back key: the page is the one that was left.
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) again();
    };
    window.addEventListener('pageshow', restored);
    return () => {
      unfollow();
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('pageshow', restored);
    };
  }, [status, wanted, fetchOrder]);

  const order = kept?.order.order_id === wanted ? (kept?.order ?? null) : null;
  const paid = order?.status === 'paid';
  useEffect(() => {
    // The bar says so too, where no event came.
    if (paid) void refreshWallet();
  }, [paid]);

  usePoll(order !== null && needsPolling(order), fetchOrder);

  return {
    order,
    failure: wanted === null && status !== 'unknown' ? 'missing' : failure,
    clockSkew_ms: kept?.clockSkew_ms ?? 0,
    refresh: fetchOrder,
    keep,
  };
}
