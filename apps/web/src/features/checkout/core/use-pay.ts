import type { Order, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { type Refusal, refusalOf } from '../../../shared/api/refusal.ts';
import { rememberPage } from '../../../shared/navigation/remember-page.ts';
import { openAttempt } from './order-state.ts';
import { changedPriceOf, payOrder } from './start-order.ts';
import type { FollowedOrder } from './use-order.ts';

/** Refusals after which the order is fetched again. */
const ORDER_CHANGED: ReadonlySet<string> = new Set([
  'order_paid',
  'order_closed',
  'order_not_found',
  'idempotency_in_progress',
  'purchase_unsuccessful',
]);

/** Returns the provider's page of an open attempt; `null` without a valid HTTP URL. */
export function authorizeUrlOf(order: Pick<Order, 'attempt'>): string | null {
  const address = openAttempt(order)?.authorize_url ?? null;
  return address !== null && /^https?:\/\//.test(address) ? address : null;
}

export interface Payer {
  /** Whether a payment is starting, or the browser is navigating to the provider's page. */
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  /** A changed price in satang. Calling `pay` again accepts this price. */
  readonly newSatang: number | null;
  /**
   * Ignored while a call is in progress.
   *
   * @returns whether a response arrived; otherwise retry with the same card token
   */
  readonly pay: (method: PaymentMethod, cardToken?: string) => Promise<boolean>;
}

/**
 * Starts the payment of an order. Opens the provider's page if the method has one. Otherwise the returned order
 * contains a QR code, the bank accounts or the final state.
 *
 * @param returnPath the page to which the provider redirects
 * @param onStarted called with the order if no provider's page opens
 */
export function usePay(
  { order, keep, refresh }: FollowedOrder,
  returnPath: string,
  onStarted: (order: Order) => void,
): Payer {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [newSatang, setNewSatang] = useState<number | null>(null);
  const started = useRef(false);
  const settle = () => {
    started.current = false;
    setBusy(false);
  };

  useEffect(() => {
    // Resets the busy state, which the back/forward cache restores with the page.
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      started.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, []);

  const pay = async (method: PaymentMethod, cardToken?: string) => {
    if (order === null || started.current) return false;
    started.current = true;
    setBusy(true);
    setRefusal(null);
    const isHere = rememberPage();
    try {
      const answer = await payOrder({
        order: { order_id: order.order_id, satang: newSatang ?? order.satang },
        method,
        returnPath,
        ...(cardToken === undefined ? {} : { cardToken }),
      });
      setNewSatang(null);
      keep(answer);
      const address = isHere() ? authorizeUrlOf(answer) : null;
      if (address !== null) {
        // Stays busy until the browser has left the page.
        window.location.assign(address);
        return true;
      }
      // A fan who has left the page is not redirected.
      if (isHere()) onStarted(answer);
      settle();
      return true;
    } catch (error) {
      setRefusal(refusalOf(error));
      setNewSatang(changedPriceOf(error));
      if (error instanceof ApiError && ORDER_CHANGED.has(error.status)) await refresh();
      // The payment failed and the order has the reason, so this continues as after a response.
      if (isHere() && error instanceof ApiError && error.status === 'purchase_unsuccessful') {
        onStarted({ ...order, status: 'failed' });
      }
      settle();
      return error instanceof ApiError;
    }
  };
  return { busy, refusal, newSatang, pay };
}
