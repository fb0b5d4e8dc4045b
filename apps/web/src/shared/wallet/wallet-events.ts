import type { OrderChanged } from '@sangwian/contract/sockets/event-namespace';
import { createStore } from '../store.ts';

type OrderListener = (event: Pick<OrderChanged, 'order_id'> | null) => void;

const listeners = new Set<OrderListener>();

/** Calls `listener` when an order of the member went on; with `null` after a gap, in which any may have. */
export function onOrderChanged(listener: OrderListener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function tellOrderChanged(event: Pick<OrderChanged, 'order_id'> | null): void {
  for (const listener of listeners) listener(event);
}

/** Whether the member's own events arrive at once; otherwise who waits for one has to ask. */
export const walletConnected = createStore(false);

/** What a refund or chargeback in baht could not take back yet, in coins; `null` until it was told. */
export const owedStore = createStore<number | null>(null);
