import type { OrderChanged } from '@sangwian/contract/sockets/event-namespace';
import { createStore } from '../store.ts';

type OrderListener = (event: Pick<OrderChanged, 'order_id'> | null) => void;

const listeners = new Set<OrderListener>();

/**
 * Calls `listener` when an order of the member changes. After a reconnect the argument is `null`, because any order may
 * have changed.
 */
export function onOrderChanged(listener: OrderListener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function notifyOrderChanged(event: Pick<OrderChanged, 'order_id'> | null): void {
  for (const listener of listeners) listener(event);
}

/** Whether the member's events arrive over the socket. If not, orders must be polled. */
export const walletConnected = createStore(false);

/** The debt in coins from a refund or chargeback; `null` while unknown. */
export const owedStore = createStore<number | null>(null);
