import type { Order, PaymentMethod } from '@sangwian/contract/endpoints/orders';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { rememberPage } from '../../../shared/navigation/remember-page.ts';
import { openAttempt } from './order-state.ts';
import { changedPriceOf, payOrder } from './start-order.ts';
import type { FollowedOrder } from './use-order.ts';

/** As `useErrorText` takes it; without a network there is no code of the server's. */
export interface Refusal {
  readonly status: string;
  readonly message: string;
}

export const refusalOf = (error: unknown): Refusal =>
  error instanceof ApiError
    ? { status: error.status, message: error.message }
    : { status: 'unavailable', message: 'System error. Please try again.' };

/** What is known better by looking at the order again. */
const SAYS_THE_ORDER: ReadonlySet<string> = new Set([
  'order_paid',
  'order_closed',
  'order_not_found',
  'idempotency_in_progress',
  'purchase_unsuccessful',
]);

/** The provider's page of an attempt; `null` where there is none that a browser may be sent to. */
export function authorizeUrlOf(order: Pick<Order, 'attempt'>): string | null {
  const address = openAttempt(order)?.authorize_url ?? null;
  return address !== null && /^https?:\/\//.test(address) ? address : null;
}

export interface Payer {
  /** A payment is being begun, or the provider's page is on its way. */
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  /** The price that the fan has to agree to first, in satang: calling `pay` again does. */
  readonly newSatang: number | null;
  /**
   * A second call meanwhile is not made.
   *
   * @returns whether an answer came; without one the same call is to be made again, with the same card's token
   */
  readonly pay: (method: PaymentMethod, cardToken?: string) => Promise<boolean>;
}

/**
 * Begins to pay an order: the provider's page is opened where the method has one; otherwise the order that comes back
 * says how (a QR code, accounts, paid already).
 *
 * @param returnPath where the provider's page leads back to
 * @param onBegun told of the order where no page is opened
 */
export function usePay(
  { order, keep, refresh }: FollowedOrder,
  returnPath: string,
  onBegun: (order: Order) => void,
): Payer {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [newSatang, setNewSatang] = useState<number | null>(null);
  const begun = useRef(false);
  const settle = () => {
    begun.current = false;
    setBusy(false);
  };

  useEffect(() => {
    // The back key brings the page as it was left: on its way to the provider.
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      begun.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, []);

  const pay = async (method: PaymentMethod, cardToken?: string) => {
    if (order === null || begun.current) return false;
    begun.current = true;
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
        // Busy until the page is gone.
        window.location.assign(address);
        return true;
      }
      // Who has gone elsewhere meanwhile finds the order as it was begun, and is not led away.
      if (isHere()) onBegun(answer);
      settle();
      return true;
    } catch (error) {
      setRefusal(refusalOf(error));
      setNewSatang(changedPriceOf(error));
      if (error instanceof ApiError && SAYS_THE_ORDER.has(error.status)) await refresh();
      // The order has failed, and says by which reason: its page is the same as after an answer.
      if (isHere() && error instanceof ApiError && error.status === 'purchase_unsuccessful') {
        onBegun({ ...order, status: 'failed' });
      }
      settle();
      return error instanceof ApiError;
    }
  };
  return { busy, refusal, newSatang, pay };
}
